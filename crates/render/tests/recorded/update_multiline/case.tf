variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = "one\ntwo${var.v}\nthree\nfour\nfive${var.v}\n"
}

#! apply
#! plan -var v=2
