variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = [[1, 2], [3, var.v], [5]]
}

#! apply
#! plan -var v=2
