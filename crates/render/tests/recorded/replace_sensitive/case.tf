variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  triggers_replace = sensitive(var.v)
}

#! apply
#! plan -var v=2
