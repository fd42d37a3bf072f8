variable "v" {
  default = 1
}

output "text" {
  value = "v${var.v}"
}
output "list" {
  value = [1, var.v, [var.v]]
}
output "secret" {
  value     = var.v
  sensitive = true
}
output "becomes_secret" {
  value     = "x"
  sensitive = false
}
output "same" {
  value = { a = 1 }
}
output "multi" {
  value = "a\nb${var.v}\n"
}
output "new_key" {
  value = var.v == "2" ? { a = 1, b = 2 } : { a = 1 }
}
#! apply
#! plan -var v=2
