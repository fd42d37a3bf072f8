import {
  to = terraform_data.i
  id = "x"
}
resource "terraform_data" "i" {
}
#! plan
