variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? ["d", "b", "a", "x"] : ["a", "b", "c", "d"]
}

#! apply
#! plan -var v=2
