variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = var.v
}
data "terraform_remote_state" "unknown" {
  backend = "local"
  config  = { path = terraform_data.a.output }
  defaults = { x = 1 }
}
data "terraform_remote_state" "pending" {
  backend    = "local"
  config     = { path = "x.tfstate" }
  depends_on = [terraform_data.a]
}
#! plan
