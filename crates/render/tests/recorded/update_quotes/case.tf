variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = "tab\there ${"$"}{x} %%{y} é \u0007 <&> \u200b 😀${var.v}"
}

#! apply
#! plan -var v=2
