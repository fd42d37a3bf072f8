terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
    legacy    = { source = "cairn.test/fixtures/legacy" }
  }
}

resource "framework_blocks" "a" {
  name = "a"

  single {
    key = "k"
  }

  list {
    key = "one"
  }
}
