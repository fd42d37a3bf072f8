# A small tree of modules on the built-in provider: nothing to install, nothing leaves this folder.

variable "services" {
  description = "What runs, and on which port."
  type        = map(number)
  default = {
    web = 8080
    db  = 5432
  }
}

module "service" {
  source   = "./service"
  for_each = var.services

  name = each.key
  port = each.value
}

resource "terraform_data" "release" {
  input            = [for name in sort(keys(var.services)) : module.service[name].address]
  triggers_replace = keys(var.services)
}

output "addresses" {
  value = { for name, service in module.service : name => service.address }
}

output "release" {
  value = terraform_data.release.output
}
