resource "terraform_data" "later" {
  input = 1
}

output "secret_comes" {
  value     = ""
  sensitive = true
}

output "secret_goes" {
  value     = "x"
  sensitive = true
}

output "secret_null" {
  value     = ""
  sensitive = true
}

output "secret_list" {
  value     = [""]
  sensitive = true
}

output "later" {
  value = ""
}

output "shown" {
  value = ""
}
#! apply
#= changed
resource "terraform_data" "later" {
  input = 2
}

output "secret_comes" {
  value     = "x"
  sensitive = true
}

output "secret_goes" {
  value     = ""
  sensitive = true
}

output "secret_null" {
  value     = null
  sensitive = true
}

output "secret_new" {
  value     = ""
  sensitive = true
}

output "secret_list" {
  value     = ""
  sensitive = true
}

output "later" {
  value = terraform_data.later.output
}

output "shown" {
  value = "x"
}
#! plan
