variable "v" {
  default = 0
}

resource "terraform_data" "form" {
  input = ["{\"a\":1.0,\"b\":1.1e1,\"c\":-0}", "{\"a\":1.00,\"b\":1.1e1,\"c\":-0}"][var.v]
}

resource "terraform_data" "large" {
  input = "{\"a\":1e400,\"b\":${var.v}}"
}

resource "terraform_data" "kinds" {
  input = ["[1.0,\"1.0\",null,1E5,[2.0]]", "[\"1.0\",1.0,1e5,null,2.0]"][var.v]
}

resource "terraform_data" "elements" {
  input = ["[1,2.0,{\"a\":1,\"b\":3}]", "[1.0,2.0,{\"b\":3.0,\"a\":1}]"][var.v]
}

resource "terraform_data" "repeated" {
  input = ["{\"a\":[1.0],\"a\":2.0}", "{\"a\":2.0}"][var.v]
}

resource "terraform_data" "more" {
  input = "{\"a\":${var.v}}}"
}

output "number" {
  value = "[1.50, ${var.v}.0]"
}

#! apply
#! plan -var v=1
