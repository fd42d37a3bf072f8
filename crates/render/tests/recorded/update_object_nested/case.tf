variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { a = { b = { c = var.v, d = 1 }, e = 1 }, f = { g = 1 } }
}

#! apply
#! plan -var v=2
