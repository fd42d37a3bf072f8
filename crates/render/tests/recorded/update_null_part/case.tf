variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { a = var.v == "2" ? null : "x", b = var.v == "2" ? "x" : null }
}

#! apply
#! plan -var v=2
