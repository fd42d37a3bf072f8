variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? sensitive("x") : null
}

#! apply
#! plan -var v=2
