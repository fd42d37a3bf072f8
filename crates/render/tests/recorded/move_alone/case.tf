resource "terraform_data" "d" {
  input = { a = 1, b = "x", id = 5 }
}
#! apply
#= NEW
resource "terraform_data" "e" {
  input = { a = 1, b = "x", id = 5 }
}
moved {
  from = terraform_data.d
  to   = terraform_data.e
}
#! plan
