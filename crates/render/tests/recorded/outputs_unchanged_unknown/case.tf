variable "v" {
  default = 1
}
resource "terraform_data" "a" {
  input = var.v
}
output "o" {
  value = { a = terraform_data.a.output, b = "same", id = "i" }
}
output "s" {
  value     = { a = terraform_data.a.output, b = "same" }
  sensitive = true
}
output "n" {
  value = var.v == "2" ? null : "x"
}
#! apply
#! plan -var v=2
