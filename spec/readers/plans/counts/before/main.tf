terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

resource "framework_thing" "row" {
  count = 4
  name  = "row ${count.index}"
  size  = 10 * 4
  tags  = count.index == 0 ? { owner = "team-a" } : null
}

resource "terraform_data" "cell" {
  for_each = toset(["a", "b", "c"])
  input    = each.key
}

output "sizes" {
  value = framework_thing.row[*].size
}
