variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { a = var.v == "2" ? terraform_data.n[0].id : "x", b = [var.v == "2" ? terraform_data.n[0].id : "x", "y"], c = var.v == "2" ? { x = terraform_data.n[0].id } : { x = "1" } }
}
resource "terraform_data" "n" {
  count = var.v == "2" ? 1 : 0
}
#! apply
#! plan -var v=2
