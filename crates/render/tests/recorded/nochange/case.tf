variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = "same"
}

#! apply
#! plan -var v=1
