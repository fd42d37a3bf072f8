variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? null : sensitive("x")
}

#! apply
#! plan -var v=2
