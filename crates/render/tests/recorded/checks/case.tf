variable "v" {
  default = 1
}

variable "checked" {
  type    = list(string)
  default = ["x"]
  validation {
    condition     = length(var.checked) > 0
    error_message = "None."
  }
}
resource "terraform_data" "a" {
  count = 2
  input = var.v
  lifecycle {
    precondition {
      condition     = var.v != "3"
      error_message = "Three."
    }
    postcondition {
      condition     = self.id != ""
      error_message = "No id."
    }
  }
}
check "c" {
  data "terraform_remote_state" "r" {
    backend = "local"
    config  = { path = "nowhere" }
  }
  assert {
    condition     = var.v == "x"
    error_message = "It is ${var.v}."
  }
}
module "m" {
  source = "./m"
  count  = 1
}
#> m/main.tf
output "o" {
  value = 1
  precondition {
    condition     = path.module != ""
    error_message = "No."
  }
}
check "inner" {
  assert {
    condition     = path.module == ""
    error_message = "Inner."
  }
}
#! apply
#! plan -var v=2
