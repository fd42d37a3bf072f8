resource "terraform_data" "d" {
  input = { a = 1, b = "x" }
}
resource "terraform_data" "e" {
  count = 2
}
#! apply
#= NEW
removed {
  from = terraform_data.d
  lifecycle {
    destroy = false
  }
}
removed {
  from = terraform_data.e
  lifecycle {
    destroy = true
  }
}
#! plan
