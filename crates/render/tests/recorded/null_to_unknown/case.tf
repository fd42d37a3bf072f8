resource "terraform_data" "later" {
  input = 0
}
resource "terraform_data" "object" {
  input = {a = null}
}
resource "terraform_data" "list" {
  input = [1, null, 2]
}
resource "terraform_data" "only" {
  input = [null]
}
resource "terraform_data" "map" {
  input = tomap({a = null, b = "q"})
}
resource "terraform_data" "set" {
  input = toset([null, "b"])
}
resource "terraform_data" "deep" {
  input = {a = {b = [null]}}
}
resource "terraform_data" "known" {
  input = {a = null}
}
#! apply
#= NEW
resource "terraform_data" "later" {
  input = 1
}
resource "terraform_data" "object" {
  input = {a = tostring(terraform_data.later.output)}
}
resource "terraform_data" "list" {
  input = [1, tostring(terraform_data.later.output), 2]
}
resource "terraform_data" "only" {
  input = [tostring(terraform_data.later.output)]
}
resource "terraform_data" "map" {
  input = tomap({a = tostring(terraform_data.later.output), b = "q"})
}
resource "terraform_data" "set" {
  input = toset([tostring(terraform_data.later.output), "b"])
}
resource "terraform_data" "deep" {
  input = {a = {b = [tostring(terraform_data.later.output)]}}
}
resource "terraform_data" "known" {
  input = {a = "x"}
}
#! plan
