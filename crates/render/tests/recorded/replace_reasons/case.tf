variable "v" {
  default = 1
}

resource "terraform_data" "taint" {
  input = { a = 1 }
}
resource "terraform_data" "request" {
  input = "x"
}
resource "terraform_data" "trigger" {
  lifecycle {
    replace_triggered_by = [terraform_data.source]
  }
}
resource "terraform_data" "source" {
  input = var.v
}
#! apply
#! taint terraform_data.taint
#! plan -var v=2 -replace=terraform_data.request
