output "o" {
  value = "x"
}
#! plan -destroy
