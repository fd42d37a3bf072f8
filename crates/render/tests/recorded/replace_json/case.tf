variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  triggers_replace = jsonencode({ a = var.v })
}

#! apply
#! plan -var v=2
