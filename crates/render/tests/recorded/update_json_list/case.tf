variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = jsonencode([1, var.v, { a = 1 }])
}

#! apply
#! plan -var v=2
