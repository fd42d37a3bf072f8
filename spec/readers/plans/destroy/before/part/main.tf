terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

variable "name" {
  type = string
}

resource "framework_thing" "inner" {
  name = var.name
  tags = { owner = "team-b" }
}

output "id" {
  value = framework_thing.inner.id
}
