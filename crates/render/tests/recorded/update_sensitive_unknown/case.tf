variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = sensitive(var.v == "2" ? terraform_data.n[0].id : "x")
}
resource "terraform_data" "n" {
  count = var.v == "2" ? 1 : 0
}
#! apply
#! plan -var v=2
