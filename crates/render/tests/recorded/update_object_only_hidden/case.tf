variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { a = { id = "x", name = "y", tags = { a = 1 }, k = 1 }, b = [{ id = 1, v = var.v }] }
}

#! apply
#! plan -var v=2
