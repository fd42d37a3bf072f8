terraform {
  required_providers {
    random = { source = "hashicorp/random" }
    null   = { source = "hashicorp/null" }
    time   = { source = "hashicorp/time" }
    local  = { source = "hashicorp/local" }
    tls    = { source = "hashicorp/tls" }
  }
}

resource "random_string" "root" {
  length  = 12
  special = true
}

resource "tls_private_key" "key" {
  algorithm = "RSA"
  rsa_bits  = 1024
}

resource "local_file" "key" {
  filename          = "${path.module}/key.pem"
  sensitive_content = tls_private_key.key.private_key_pem
}

resource "null_resource" "last" {
  triggers = { password = random_string.root.result }
}

resource "time_static" "start" {
  rfc3339 = "2024-02-03T04:05:06Z"
}

output "year" {
  value = time_static.start.rfc3339
}

output "key" {
  value     = tls_private_key.key.public_key_pem
  sensitive = true
}
