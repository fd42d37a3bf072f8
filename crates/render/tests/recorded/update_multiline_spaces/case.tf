variable "v" {
  default = 0
}

resource "terraform_data" "grows" {
  input = [" lead", "a\nb"][var.v]
}

resource "terraform_data" "shrinks" {
  input = ["x\n  y", "  y"][var.v]
}

resource "terraform_data" "blank" {
  input = ["x\ny\n", " "][var.v]
}

resource "terraform_data" "around" {
  input = ["  x\ny  \n", "x\n  y\n\n"][var.v]
}

resource "terraform_data" "element" {
  input = [["\tx"], ["a\n\tx"]][var.v]
}

resource "terraform_data" "entry" {
  input = tomap({ k = ["a \nb", "a "][var.v] })
}

#! apply
#! plan -var v=1
