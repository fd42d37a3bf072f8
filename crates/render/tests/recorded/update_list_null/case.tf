variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? ["a", null, "b"] : ["a", "b"]
}

#! apply
#! plan -var v=2
