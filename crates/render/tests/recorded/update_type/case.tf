variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? jsonencode([1]) : "text"
}

#! apply
#! plan -var v=2
