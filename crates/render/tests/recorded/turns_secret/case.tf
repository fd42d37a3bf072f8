resource "terraform_data" "same" {
  input = "x"
}
resource "terraform_data" "other" {
  input = { a = "x", b = "y", c = 1, d = { e = [1, 2], f = 3 } }
}
resource "terraform_data" "back" {
  input = [sensitive("x"), sensitive("y"), 1]
}
resource "terraform_data" "replaced" {
  triggers_replace = ["x"]
}
#! apply
#= NEW
resource "terraform_data" "same" {
  input = sensitive("x")
}
resource "terraform_data" "other" {
  input = { a = sensitive("x"), b = sensitive("z"), c = 1, d = { e = sensitive([1, 2]), f = 3 } }
}
resource "terraform_data" "back" {
  input = ["x", "z", 1]
}
resource "terraform_data" "replaced" {
  triggers_replace = [sensitive("x")]
}
#! plan
