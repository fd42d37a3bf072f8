output "attribute" {
  value = { text = "", null = null, a = 1 }
}

output "inside" {
  value = { a = { b = "" }, c = tomap({ d = "" }) }
}

output "list" {
  value = [{ text = "", a = 1 }, { text = null, a = 1 }]
}

output "nested" {
  value = [[{ a = { c = "" } }], toset([{ a = "", b = [""] }])]
}

output "secret" {
  value     = [{ a = "" }]
  sensitive = true
}

output "text" {
  value = ""
}

#! apply
#! plan
