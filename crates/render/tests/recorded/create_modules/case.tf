module "one" {
  source = "./m"
  count  = 2
  name   = "n${count.index}"
}
module "two" {
  source   = "./m"
  for_each = toset(["a b", "c"])
  name     = each.key
}
resource "terraform_data" "c" {
  count = 12
}
resource "terraform_data" "f" {
  for_each = { "q\"x" = 1, "z.y" = 2 }
  input    = each.value
  depends_on = [module.one, terraform_data.c[1]]
}
data "terraform_remote_state" "r" {
  backend = "local"
  config  = { path = terraform_data.c[0].id }
}
output "x" {
  value = module.one[0].out.deep
}
#> m/main.tf
variable "name" {
  type        = string
  description = "A name"
}
variable "opt" {
  type    = object({ a = optional(string, "d"), b = optional(list(number)) })
  default = {}
}
resource "terraform_data" "m" {
  input = "${var.name}-${var.opt.a}"
}
module "inner" {
  source = "./inner"
}
output "out" {
  value       = { deep = terraform_data.m.output }
  description = "Deep"
}
#> m/inner/main.tf
resource "terraform_data" "i" {
  provisioner "local-exec" {
    command     = "true ${self.id}"
    environment = { A = path.module }
  }
}
#! plan
