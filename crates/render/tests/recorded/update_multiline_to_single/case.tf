variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? "single" : "one\ntwo\n"
}

#! apply
#! plan -var v=2
