variable "list" {
  type    = list(object({ a = string }))
  default = [{ a = "x" }]
}
variable "secret" {
  type      = string
  default   = "s"
  sensitive = true
}
variable "plain" {}
locals {
  x = { y = { z = 1 } }
}
resource "terraform_data" "a" {
  count = length(var.list)
  input = upper("x")
}
resource "terraform_data" "b" {
  for_each = { for item in var.list : item.a => item }
  input = [
    terraform_data.a[0].output, terraform_data.a[*].id, local.x["y"].z, each.value.a, path.module,
    terraform.workspace, [for k, v in local.x : "${k}-${v.z}-${var.plain}"], terraform_data.a[local.x.y.z - 1].id,
    1 + 2, !true, "a" == "b" ? 1 : 2, null
  ]
  depends_on = [terraform_data.a[0], data.terraform_remote_state.r]
}
resource "terraform_data" "c" {
  count            = 1 + 1
  input            = [1 + 2, !true, "t${1}", { a = null }, [for x in [1] : x]]
  triggers_replace = null
}
data "terraform_remote_state" "r" {
  backend = "local"
  config  = { path = "x.tfstate" }
  defaults = { k = 1 }
  count = 0
}
module "m" {
  source = "./m"
  for_each = toset(["k"])
  in = each.key
  depends_on = [terraform_data.c]
}
output "o" {
  value       = [module.m["k"].out.id, module.m]
  description = "Something"
  depends_on  = [module.m]
}
output "f" {
  value = formatdate("YYYY", "2020-01-01T00:00:00Z")
}
#> m/main.tf
variable "in" {
  type        = string
  description = "In"
}
variable "unset" {
  default   = { a = [1] }
  sensitive = true
}
resource "terraform_data" "m" {
  input = [var.in, module.n.eph]
}
module "n" {
  source = "./n"
}
output "out" {
  value = terraform_data.m
}
#> m/n/main.tf
variable "e" {
  type      = string
  default   = "x"
  ephemeral = true
}
output "eph" {
  value = 1
}
output "really" {
  value     = var.e
  ephemeral = true
}
#! plan -var plain=p
