terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

module "part" {
  source = "./part"
  name   = "inner"
}

resource "framework_thing" "outer" {
  count  = 2
  name   = "outer ${count.index}"
  size   = 50
  note   = module.part.id
  secret = "hush"
}

output "id" {
  value = module.part.id
}
