terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

module "shop" {
  source   = "./shop"
  for_each = { north = 2, "south side" = 0 }
  name     = each.key
  shelves  = each.value
}

output "shelves" {
  value = { for name, shop in module.shop : name => length(shop.shelves) }
}
