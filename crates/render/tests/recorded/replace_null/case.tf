variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  triggers_replace = var.v == "2" ? null : "x"
}

#! apply
#! plan -var v=2
