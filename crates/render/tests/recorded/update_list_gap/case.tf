variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = ["a", "b${var.v}", "c", "d", "e", "f${var.v}", "g", "h", "i${var.v}"]
}

#! apply
#! plan -var v=2
