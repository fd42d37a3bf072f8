variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? "[[1],{\"b\":1},true,5,\"x\"]" : "[[2],{\"a\":1},false,6,\"y\"]"
}

#! apply
#! plan -var v=2
