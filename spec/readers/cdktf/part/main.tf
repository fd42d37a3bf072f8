variable "word" {
  type = string
}

resource "terraform_data" "word" {
  input = var.word
}

output "word" {
  value = terraform_data.word.output
}
