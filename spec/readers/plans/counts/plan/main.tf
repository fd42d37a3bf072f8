terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

resource "framework_thing" "row" {
  count = 2
  name  = "row ${count.index}"
  size  = 10 * 2
  tags  = count.index == 0 ? { owner = "team-a" } : null
}

resource "terraform_data" "cell" {
  for_each = toset(["b", "c", "d"])
  input    = each.key
}

output "sizes" {
  value = framework_thing.row[*].size
}
