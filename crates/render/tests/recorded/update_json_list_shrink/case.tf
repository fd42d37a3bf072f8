variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = jsonencode(var.v == "2" ? ["x"] : ["a", "b", "c"])
}

#! apply
#! plan -var v=2
