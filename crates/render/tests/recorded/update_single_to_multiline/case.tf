variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? "one\ntwo\n" : "single"
}

#! apply
#! plan -var v=2
