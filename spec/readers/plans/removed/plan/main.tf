terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

removed {
  from = framework_thing.left

  lifecycle {
    destroy = false
  }
}

moved {
  from = framework_thing.renamed
  to   = framework_thing.named
}

moved {
  from = terraform_data.single
  to   = terraform_data.many["one"]
}

resource "framework_thing" "named" {
  name = "renamed"
  size = 31
}

resource "terraform_data" "many" {
  for_each = { one = "x", two = "y" }
  input    = each.value
}
