output "o" {
  value = "x"
}
#! apply
#= NEW
output "o" {
  value = "y"
}
#! plan -refresh-only
