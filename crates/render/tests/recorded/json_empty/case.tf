resource "terraform_data" "kinds" {
  input            = "[]"
  triggers_replace = "[]"
}
resource "terraform_data" "from_null" {
  input            = null
  triggers_replace = null
}
resource "terraform_data" "to_null" {
  input            = "[]"
  triggers_replace = "[]"
}
resource "terraform_data" "spaces" {
  input            = "{ }"
  triggers_replace = "{ }"
}
resource "terraform_data" "filled" {
  input            = "{}"
  triggers_replace = "{}"
}
resource "terraform_data" "text" {
  input            = "{}"
  triggers_replace = "{}"
}
output "o" {
  value = "[]"
}
#! apply
#= NEW
resource "terraform_data" "kinds" {
  input            = "{}"
  triggers_replace = "{}"
}
resource "terraform_data" "from_null" {
  input            = "{}"
  triggers_replace = "{}"
}
resource "terraform_data" "to_null" {
  input            = null
  triggers_replace = null
}
resource "terraform_data" "spaces" {
  input            = "{}"
  triggers_replace = "{}"
}
resource "terraform_data" "filled" {
  input            = "[1]"
  triggers_replace = "[1]"
}
resource "terraform_data" "text" {
  input            = "x"
  triggers_replace = "x"
}
output "o" {
  value = "{}"
}
#! plan
