terraform {
  required_providers {
    framework = { source = "cairn.test/fixtures/framework" }
  }
}

resource "framework_nested" "keyed" {
  name   = "keyed"
  single = { key = "new" }
}

resource "framework_thing" "named" {
  name = "named new"
  tags = { owner = "team-a" }

  lifecycle {
    create_before_destroy = true
  }
}

resource "terraform_data" "triggered" {
  input            = framework_thing.named.id
  triggers_replace = { revision = 2 }
}

resource "framework_thing" "follower" {
  name = "follower"

  lifecycle {
    replace_triggered_by = [terraform_data.triggered]
  }
}

output "named" {
  value = framework_thing.named.id
}
