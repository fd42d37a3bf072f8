resource "terraform_data" "later" {
  input = 0
}
resource "terraform_data" "null_text" {
  input = sensitive(null)
}
resource "terraform_data" "null_list" {
  input = sensitive(null)
}
resource "terraform_data" "to_null" {
  input = "x"
}
resource "terraform_data" "list_to_null" {
  input = []
}
resource "terraform_data" "empty_any" {
  input = sensitive("")
}
resource "terraform_data" "empty_secret" {
  input = ""
}
resource "terraform_data" "to_empty" {
  input = sensitive("x")
}
resource "terraform_data" "to_secret_empty" {
  input = "x"
}
resource "terraform_data" "both" {
  input = sensitive(null)
}
resource "terraform_data" "null_empty" {
  input = null
}
resource "terraform_data" "empty_null" {
  input = sensitive("")
}
resource "terraform_data" "inner" {
  input = {a = "", b = sensitive("")}
}
resource "terraform_data" "known_later" {
  input = {a = sensitive(null)}
}
resource "terraform_data" "replaced" {
  triggers_replace = "x"
}
resource "terraform_data" "gone" {
  input = sensitive("")
}
#! apply
#= NEW
resource "terraform_data" "later" {
  input = 1
}
resource "terraform_data" "null_text" {
  input = "x"
}
resource "terraform_data" "null_list" {
  input = []
}
resource "terraform_data" "to_null" {
  input = sensitive(null)
}
resource "terraform_data" "list_to_null" {
  input = sensitive(null)
}
resource "terraform_data" "empty_any" {
  input = "x"
}
resource "terraform_data" "empty_secret" {
  input = sensitive("x")
}
resource "terraform_data" "to_empty" {
  input = ""
}
resource "terraform_data" "to_secret_empty" {
  input = sensitive("")
}
resource "terraform_data" "both" {
  input = sensitive("")
}
resource "terraform_data" "null_empty" {
  input = sensitive("")
}
resource "terraform_data" "empty_null" {
  input = null
}
resource "terraform_data" "inner" {
  input = {a = sensitive(""), b = "x"}
}
resource "terraform_data" "known_later" {
  input = {a = terraform_data.later.output}
}
resource "terraform_data" "replaced" {
  triggers_replace = sensitive("")
}
resource "terraform_data" "new" {
  input = sensitive("")
}
#! plan
