variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = jsonencode({ a = jsonencode({ b = var.v }) })
}

#! apply
#! plan -var v=2
