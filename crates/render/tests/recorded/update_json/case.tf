variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = jsonencode({ a = var.v, b = [1, 2, var.v], c = { d = 1 }, e = null })
}

#! apply
#! plan -var v=2
