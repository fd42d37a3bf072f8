variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { a = sensitive(var.v), b = [sensitive("x"), var.v], c = var.v == "2" ? sensitive({ d = 1 }) : { d = 1 } }
}

#! apply
#! plan -var v=2
