resource "terraform_data" "a" {
  input = "x"
}
output "o" {
  value = "x"
  precondition {
    condition     = terraform_data.a.input == "y"
    error_message = "It is ${terraform_data.a.input}."
  }
}
#! plan
