variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = ["a", "b", "c", "d", "e${var.v}", "f", "g", "h", "i"]
}

#! apply
#! plan -var v=2
