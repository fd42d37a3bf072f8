locals { n = 1 }
resource "terraform_data" "a" {
  input = {
    tags  = { a = local.n, b = 2, c = { d = 3, e = local.n }, list = ["x", "y", "z", local.n] }
    other = { a = local.n, b = 2, c = { d = 3, e = local.n }, list = ["x", "y", "z", local.n] }
    name  = ["a", "b", "c", local.n]
    id    = 5
  }
}
output "tags" { value = { a = local.n, b = 2, name = { c = local.n, d = 3 } } }
#! apply
#= NEW
locals { n = 2 }
resource "terraform_data" "a" {
  input = {
    tags  = { a = local.n, b = 2, c = { d = 3, e = local.n }, list = ["x", "y", "z", local.n] }
    other = { a = local.n, b = 2, c = { d = 3, e = local.n }, list = ["x", "y", "z", local.n] }
    name  = ["a", "b", "c", local.n]
    id    = 5
  }
}
output "tags" { value = { a = local.n, b = 2, name = { c = local.n, d = 3 } } }
#! plan
