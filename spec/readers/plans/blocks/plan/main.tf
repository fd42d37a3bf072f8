terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
    legacy    = { source = "cairn.test/fixtures/legacy" }
  }
}

resource "framework_blocks" "a" {
  name = "a"

  list {
    key = "one"

    inner {
      key = "x"
    }
  }

  dynamic "list" {
    for_each = ["two", "three"]

    content {
      key = list.value
    }
  }
}

resource "framework_nested" "n" {
  name   = "n"
  single = { key = "s", note = "n" }
  list   = [for key in ["p", "q"] : { key = key, size = 50 }]
  set    = [{ key = "r" }]
  map    = { m = { key = "t", note = framework_blocks.a.id } }
  pair   = { left = "l", right = 2 }
}

resource "legacy_item" "i" {
  name = "i"
  tags = { owner = "team-a" }
}
