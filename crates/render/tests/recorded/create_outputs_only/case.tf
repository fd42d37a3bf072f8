output "a" {
  value = "x"
}
output "long_name" {
  value = null
}
output "secret" {
  value     = ["x"]
  sensitive = true
}
#! plan
