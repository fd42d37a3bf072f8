variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { m = tomap({ "a b" = var.v, c = "x" }), s = toset(["a", "b${var.v}", "c"]), l = tolist(["a", var.v]) }
}

#! apply
#! plan -var v=2
