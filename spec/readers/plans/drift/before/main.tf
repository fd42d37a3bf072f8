terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

resource "framework_thing" "changed" {
  name = "changed"
  note = "mine"
}

resource "framework_thing" "lost" {
  name = "lost"
}

output "note" {
  value = framework_thing.changed.note
}
