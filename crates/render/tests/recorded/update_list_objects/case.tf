variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = [{ a = 1, b = var.v }, { a = 2, b = 3 }, { a = "x${var.v}", b = [var.v] }]
}

#! apply
#! plan -var v=2
