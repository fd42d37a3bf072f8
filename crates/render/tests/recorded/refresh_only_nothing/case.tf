resource "terraform_data" "a" {
  input = "x"
}
#! apply
#! plan -refresh-only
