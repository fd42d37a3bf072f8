variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  triggers_replace = "a\nb${var.v}\n"
}

#! apply
#! plan -var v=2
