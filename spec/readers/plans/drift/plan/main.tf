terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

import {
  to = framework_thing.found
  id = "thing-found-1"
}

resource "framework_thing" "found" {
  name = "found"
  size = 44
  tags = { owner = "team-b" }
}

resource "framework_thing" "changed" {
  name = "changed"
  note = "mine"
}

resource "framework_thing" "lost" {
  name = "lost"

  lifecycle {
    postcondition {
      condition     = self.size < 30
      error_message = "It is too large."
    }
  }
}

output "note" {
  value = framework_thing.changed.note
}
