resource "terraform_data" "a" {
  for_each = {
    multi    = "line one\nline two\n\n  indented\n"
    nonl     = "line one\nline two"
    json     = jsonencode({ a = [1, { b = null }], "c d" = "x\ny", e = {}, f = [], t = true })
    jsonlist = jsonencode([1, "a", []])
    notjson  = "{ not json"
    jsonstr  = jsonencode("just text")
    jsonnum  = "5"
    jsonempty = "{}"
    jsonempty2 = "[]"
    ws       = "{ \"a\" : 1 }"
    tab      = "a\tb\n${"$"}{x} %%{y} \u00e9"
    html     = "<a & b>"
    unknown  = "x ${terraform_data.b.id}"
    null     = null
  }
  input = each.value
}
resource "terraform_data" "b" {}
output "o" {
  value = { m = "a\nb", j = jsonencode({ a = 1 }), "x y" = "q\"" }
}
output "multi" {
  value = "a\n  b\n"
}
#! plan
