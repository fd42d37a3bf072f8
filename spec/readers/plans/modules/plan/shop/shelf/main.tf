terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

variable "door" {
  type = string
}

variable "number" {
  type = number
}

resource "framework_thing" "board" {
  name = "board ${var.number}"
  size = var.number + 30
  note = var.door
}

resource "terraform_data" "label" {
  input = framework_thing.board.name
}

output "note" {
  value     = framework_thing.board.note
  sensitive = true
}
