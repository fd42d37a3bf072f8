variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = { "k k" = "a\n{}${var.v}", j = jsonencode({ a = var.v }), id = "a\nb" }
}

#! apply
#! plan -var v=2
