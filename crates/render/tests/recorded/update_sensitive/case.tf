variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = sensitive("v${var.v}")
}

#! apply
#! plan -var v=2
