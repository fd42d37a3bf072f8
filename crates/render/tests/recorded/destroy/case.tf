resource "terraform_data" "a" {
  input = { text = "a\nb\n", json = jsonencode({ a = [1] }), list = ["x"], secret = sensitive("y"), "k k" = null }
  triggers_replace = "t"
}
resource "terraform_data" "b" {
  count = 2
  input = jsonencode({ a = 1 })
}
output "a" {
  value = terraform_data.a.id
}
output "multi" {
  value = "a\nb\n"
}
#! apply
#! plan -destroy
