output "o" {
  value = "x"
}
#! apply
#! plan -destroy
