variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = jsondecode(var.v == "2" ? "{\"a\":1}" : "[1]")
}

#! apply
#! plan -var v=2
