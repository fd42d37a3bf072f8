variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = jsondecode(var.v == "2" ? "[1]" : "\"x\"")
}

#! apply
#! plan -var v=2
