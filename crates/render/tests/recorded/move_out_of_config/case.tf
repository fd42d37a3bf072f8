resource "terraform_data" "d" {
  count = 2
}
resource "terraform_data" "k" {
  for_each = toset(["a"])
}
resource "terraform_data" "s" {
}
#! apply
#= NEW
moved {
  from = terraform_data.d[0]
  to   = terraform_data.e[5]
}
resource "terraform_data" "e" {
  count = 1
}
moved {
  from = terraform_data.s
  to   = terraform_data.gone
}
resource "terraform_data" "k" {
}
#! plan
