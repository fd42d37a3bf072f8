variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? { b = 1, c = 2 } : { a = 1, b = 1 }
}

#! apply
#! plan -var v=2
