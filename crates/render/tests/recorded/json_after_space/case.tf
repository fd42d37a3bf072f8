variable "v" {
  default = 0
}

resource "terraform_data" "space" {
  input = " {\"a\": ${var.v}}"
}

resource "terraform_data" "line" {
  input = "\n{\"a\": ${var.v}}"
}

resource "terraform_data" "behind" {
  input = "{\"a\": ${var.v}} \n"
}

resource "terraform_data" "moves" {
  input = ["[1]", "\t[1]"][var.v]
}

resource "terraform_data" "inside" {
  input = jsonencode({ a = " [${var.v}]", b = "[${var.v}]" })
}

output "line" {
  value = "\n{}"
}

output "space" {
  value = " [${var.v}]"
}

#! apply
#! plan -var v=1
