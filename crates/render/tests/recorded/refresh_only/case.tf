resource "terraform_data" "a" {
  input = "x"
}
output "o" {
  value = "x"
}
#! apply
#= NEW
resource "terraform_data" "b" {
  input = "x"
}
moved {
  from = terraform_data.a
  to   = terraform_data.b
}
output "o" {
  value = "y"
}
#! plan -refresh-only
