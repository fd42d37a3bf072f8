variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = "a\n\n  b${var.v}\n\nc\n\n"
}

#! apply
#! plan -var v=2
