terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

variable "owner" {
  type        = string
  default     = "team-a"
  description = "Who is asked when it breaks."
}

variable "sizes" {
  type    = map(number)
  default = { small = 1, large = 40 }
}

locals {
  tags = { owner = var.owner, stage = "test" }
}

resource "terraform_data" "first" {
  input = { sizes = var.sizes, list = [1, "two", null, true] }
}

resource "framework_thing" "web" {
  name   = "web"
  size   = var.sizes.large
  tags   = local.tags
  labels = ["b", "a"]
  ports  = [80, 443.5]
  ready  = true
}

resource "framework_thing" "bare" {
  name       = "bare"
  note       = terraform_data.first.id
  depends_on = [framework_thing.web]
}

output "web" {
  value = { id = framework_thing.web.id, size = framework_thing.web.size }
}

output "owner" {
  value       = var.owner
  description = "As it was given."
}
