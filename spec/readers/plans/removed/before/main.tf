terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

resource "framework_thing" "gone" {
  name = "gone"
  tags = { owner = "team-a" }
}

resource "framework_thing" "left" {
  name = "left"
}

resource "framework_thing" "renamed" {
  name = "renamed"
  size = 3
}

resource "terraform_data" "single" {
  input = "x"
}

output "gone" {
  value = framework_thing.gone.name
}
