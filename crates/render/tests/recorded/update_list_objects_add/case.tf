variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = concat([{ a = 1 }], var.v == "2" ? [{ a = 2 }] : [], [{ a = 3 }])
}

#! apply
#! plan -var v=2
