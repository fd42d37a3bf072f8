variable "secret" {
  default   = "hunter2"
  sensitive = true
}
resource "terraform_data" "a" {
  input = {
    bool   = true, number = 1.5, big = 12345678901234567890, text = "a\"b\\c", null = null, "a key" = 1
    empty  = "", list = [], object = {}, nested = [[1], {}], secret = var.secret, secrets = [var.secret]
    unknown = terraform_data.b.id, "${"in.valid"}" = 1, "1st" = 2, "ünï" = 3
  }
  triggers_replace = [terraform_data.b.id, "x", null]
}
resource "terraform_data" "b" {}
output "all" {
  value = { a = terraform_data.b.id, b = [1, "x"], c = null, "d e" = { f = [] } }
}
output "secret" {
  value     = var.secret
  sensitive = true
}
output "null" {
  value = null
}
#! plan
