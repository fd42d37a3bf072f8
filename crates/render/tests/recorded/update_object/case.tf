variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { same = 1, other = "x", id = "i", name = "n", changed = var.v, long_name_here = [var.v] }
}

#! apply
#! plan -var v=2
