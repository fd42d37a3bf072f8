resource "terraform_data" "a" { 
  input = { x = "v", l = ["p","q"], n = { z = 1 }, m = tomap({k="a"}) } 
  triggers_replace = "t"
}
resource "terraform_data" "b" { input = "v" }
resource "terraform_data" "c" { input = sensitive("v") }
resource "terraform_data" "d" { input = sensitive({x = "v", y = "w"}) }
resource "terraform_data" "e" { input = { x = sensitive("v"), y = "w"} }
output "o" { value = "v" }
output "p" { 
  value = "v" 
  sensitive = true
}
#! apply
#= NEW
resource "terraform_data" "a" { 
  input = { x = sensitive("v"), l = ["p",sensitive("q")], n = { z = sensitive(1) }, m = tomap({k=sensitive("a")}) } 
  triggers_replace = sensitive("t")
}
resource "terraform_data" "b" { input = sensitive("w") }
resource "terraform_data" "c" { input = "w" }
resource "terraform_data" "d" { input = { x = sensitive("v"), y = "w"} }
resource "terraform_data" "e" { input = { x = "v2", y = "w"} }
output "o" { 
  value = "v" 
  sensitive = true
}
output "p" { value = "v" }
#! plan
