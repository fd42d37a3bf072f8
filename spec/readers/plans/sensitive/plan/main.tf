terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

variable "password" {
  type      = string
  default   = "second"
  sensitive = true
}

resource "framework_thing" "secret" {
  name             = "secret"
  secret           = var.password
  password_wo      = var.password
  password_version = 1
  tags             = { owner = "team-a", key = var.password }
}

resource "framework_nested" "deep" {
  name = "deep"
  list = [{ key = "one" }, { key = "two", secret = "hush" }]
  map  = { k = { key = sensitive("second") } }
}

resource "terraform_data" "copy" {
  input = { plain = "seen", hidden = var.password }
}

output "password" {
  value     = var.password
  sensitive = true
}

output "plain" {
  value = nonsensitive(substr(var.password, 0, 1))
}
