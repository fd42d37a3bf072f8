terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

variable "name" {
  type = string
}

variable "shelves" {
  type     = number
  nullable = false
}

resource "framework_thing" "door" {
  name = "door ${var.name}"
  tags = { owner = "shop" }
}

module "shelf" {
  source = "./shelf"
  count  = var.shelves
  door   = framework_thing.door.id
  number = count.index
}

output "shelves" {
  value = module.shelf[*].note
}
