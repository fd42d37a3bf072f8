variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? ["a", "c", "d", "e"] : ["a", "b", "c", "d", "e"]
}

#! apply
#! plan -var v=2
