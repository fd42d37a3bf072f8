output "a" {
  value = "x"
}
output "b" {
  value     = "x"
  sensitive = true
}
#! apply
#= NEW
output "a" {
  value     = "x"
  sensitive = true
}
output "b" {
  value = "x"
}
#! plan
