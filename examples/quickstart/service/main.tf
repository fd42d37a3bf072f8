variable "name" {
  type = string
}

variable "port" {
  type = number

  validation {
    condition     = var.port > 0 && var.port < 65536
    error_message = "A port is between 1 and 65535."
  }
}

resource "terraform_data" "service" {
  input = "${var.name}.internal:${var.port}"
}

output "address" {
  value = terraform_data.service.output
}
