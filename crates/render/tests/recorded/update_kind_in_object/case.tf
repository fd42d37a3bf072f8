variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { a = jsondecode(var.v == "2" ? "[1]" : "{\"x\":1}"), b = jsondecode(var.v == "2" ? "true" : "[]") }
}

#! apply
#! plan -var v=2
