resource "terraform_data" "a" {
  input = "a"
}
resource "terraform_data" "b" {
  input = "b"
}
resource "terraform_data" "c" {
  input            = "c"
  triggers_replace = 1
}
resource "terraform_data" "d" {
  input = { a = 1, b = "x" }
}
#! apply
#= NEW
moved {
  from = terraform_data.a
  to   = terraform_data.a2
}
moved {
  from = terraform_data.b
  to   = module.m.terraform_data.b2
}
moved {
  from = terraform_data.c
  to   = terraform_data.c2["x"]
}
resource "terraform_data" "a2" {
  input = "a"
}
module "m" {
  source = "./m"
}
resource "terraform_data" "c2" {
  for_each         = { x = 1 }
  input            = "c"
  triggers_replace = 2
}
removed {
  from = terraform_data.d
  lifecycle {
    destroy = false
  }
}
import {
  to = terraform_data.i
  id = "some id"
}
resource "terraform_data" "i" {
}
import {
  to = terraform_data.j
  id = "other id"
}
resource "terraform_data" "j" {
  input            = "j"
  triggers_replace = "r"
}
#> m/main.tf
resource "terraform_data" "b2" {
  input = "bb"
}
#! plan
