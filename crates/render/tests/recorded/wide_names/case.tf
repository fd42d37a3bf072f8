output "ü" { value = { a = null, b = "", c = [""], d = { e = null } } }
output "üüü" { value = tomap({ "ü" = "", "x" = "y", "z" = null }) }
output "x" { value = "" }
resource "terraform_data" "a" {
  input = { "ü" = null, x = "", "日本" = { "ü" = 1 } }
}
#! apply
#= NEW
output "ü" { value = { a = 1, "日本" = 2 } }
output "üüü" { value = tomap({ "ü" = "1" }) }
output "x" { value = "" }
resource "terraform_data" "a" {
  input = { "ü" = null, x = "y", "日本" = { "ü" = 2 } }
}
#! plan
