resource "terraform_data" "gone" {
  input = { a = [1], b = null, s = sensitive("x") }
}
resource "terraform_data" "count" {
  count = 2
}
resource "terraform_data" "each" {
  for_each = toset(["a", "b"])
}
resource "terraform_data" "single" {
}
resource "terraform_data" "counted" {
  count = 2
}
module "gone" {
  source = "./m"
}
module "count" {
  source = "./m"
  count  = 2
}
output "gone" {
  value = { a = 1, s = "a\nb" }
}
#> m/main.tf
resource "terraform_data" "x" {
  input = "x\ny\n"
}
#! apply
#= NEW
resource "terraform_data" "count" {
  count = 1
}
resource "terraform_data" "each" {
  for_each = toset(["a"])
}
resource "terraform_data" "single" {
  count = 2
}
resource "terraform_data" "counted" {
  for_each = {}
}
module "count" {
  source = "./m"
  count  = 1
}
#> m/main.tf
resource "terraform_data" "x" {
  input = "x\ny\n"
}
#! plan
