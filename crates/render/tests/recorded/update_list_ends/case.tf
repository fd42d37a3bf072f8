variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = ["a${var.v}", "b", "c", "d", "e", "f", "g", "h", "i${var.v}"]
}

#! apply
#! plan -var v=2
