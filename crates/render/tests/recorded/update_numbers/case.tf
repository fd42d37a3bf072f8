variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { a = var.v / 3, b = 1e30 * var.v, c = -var.v }
}

#! apply
#! plan -var v=2
