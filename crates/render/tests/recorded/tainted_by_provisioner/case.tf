resource "terraform_data" "a" {
  input = "x"
  provisioner "local-exec" {
    command = "exit 1"
  }
}
module "m" {
  source = "./m"
}
#> m/main.tf
resource "terraform_data" "t" {
  for_each = toset(["a", "b"])
  input    = { k = each.key }
}
#! apply
#! taint 'module.m.terraform_data.t["a"]'
#! plan
