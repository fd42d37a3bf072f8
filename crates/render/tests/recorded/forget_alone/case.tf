resource "terraform_data" "d" {
  input = { a = 1, b = "x" }
}
#! apply
#= NEW
removed {
  from = terraform_data.d
  lifecycle {
    destroy = false
  }
}
#! plan
