variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  triggers_replace = { a = var.v, b = [var.v, "x"], c = "same" }
}

#! apply
#! plan -var v=2
