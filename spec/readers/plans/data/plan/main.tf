terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

data "framework_thing" "known" {
  id = "thing-a-1"
}

resource "framework_thing" "copy" {
  name = "copy"
  size = data.framework_thing.known.size
  tags = data.framework_thing.known.tags
}

data "framework_thing" "later" {
  id = framework_thing.copy.id
}

resource "framework_thing" "last" {
  name = "last"
  note = data.framework_thing.later.color
}

check "known" {
  data "framework_thing" "checked" {
    id = "thing-a-1"
  }

  assert {
    condition     = data.framework_thing.checked.size < 30
    error_message = "It is too large: ${data.framework_thing.checked.size}."
  }
}

output "color" {
  value = data.framework_thing.known.color

  precondition {
    condition     = data.framework_thing.known.name == "a"
    error_message = "Another object."
  }
}
