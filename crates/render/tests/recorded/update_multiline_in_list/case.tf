variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = ["a\nb${var.v}\n", "x"]
}

#! apply
#! plan -var v=2
