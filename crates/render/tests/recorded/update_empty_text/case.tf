variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v == "2" ? "x" : ""
}

resource "terraform_data" "b" {
  input = var.v == "2" ? "" : "x"
}
resource "terraform_data" "c" {
  input = { a = var.v == "2" ? "" : "x", b = var.v == "2" ? "x" : "", c = ["", var.v == "2" ? "" : "x"] }
}
resource "terraform_data" "d" {
  count = var.v == "2" ? 0 : 1
  input = ""
}
resource "terraform_data" "e" {
  count = var.v == "2" ? 1 : 0
  input = ""
}
resource "terraform_data" "f" {
  input = var.v == "2" ? null : ""
}
output "o" {
  value = var.v == "2" ? "" : "x"
}
output "p" {
  value = var.v == "2" ? "x" : ""
}
output "q" {
  value = { a = terraform_data.a.output, b = "" }
}

#! apply
#! plan -var v=2
