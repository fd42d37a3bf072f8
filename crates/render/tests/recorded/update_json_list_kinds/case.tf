variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? "[[1],null,\"x\",{\"b\":1},true,5]" : "[{\"a\":1},1,null,\"y\",\"true\",[5]]"
}

#! apply
#! plan -var v=2
