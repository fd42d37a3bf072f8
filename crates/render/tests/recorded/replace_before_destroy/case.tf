variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input            = "x"
  triggers_replace = var.v
  lifecycle {
    create_before_destroy = true
  }
}
#! apply
#! plan -var v=2
