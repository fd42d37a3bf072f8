variable "v" {
  default = 1
}

resource "terraform_data" "a" {
  input = join("\n", [for i in range(20) : i == 10 ? "line ${var.v}" : "line ${i}"])
}

#! apply
#! plan -var v=2
