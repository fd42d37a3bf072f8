resource "terraform_data" "a" {
  input = "a\tb\u0007 \u001b[31mred ${"$"}{x}"
}
#! plan
