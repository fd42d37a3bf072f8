variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v * 1
}

#! apply
#! plan -var v=2
