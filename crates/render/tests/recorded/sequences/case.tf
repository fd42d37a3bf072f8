output "a" { value = ["b", "c", "c", "d", "d", "a"] }
output "b" { value = ["d", "b", "b"] }
output "c" { value = "b\na\nc\nc\nd\na\n" }
output "d" { value = "b\nb\nd\nc\na\n" }
output "e" { value = [{ k = "c", x = 1 }, { k = "b", x = 1 }, { k = "b", x = 1 }] }
output "f" { value = jsonencode(["a", "b", "d", "c", "d", "a", "d"]) }
output "g" { value = "\n  x\n y \n\n" }
output "h" { value = " \n " }
output "i" { value = "x\n" }
#! apply
#= NEW
output "a" { value = ["c", "c", "c", "d", "d"] }
output "b" { value = ["b", "d", "b"] }
output "c" { value = "c\na\nc\na\nc\n" }
output "d" { value = "b\na\nc\na\nc\n" }
output "e" { value = [{ k = "b", x = 1 }, { k = "c", x = 1 }, { k = "b", x = 1 }] }
output "f" { value = jsonencode(["b", "a", "b", "b", "d", "c", "e", "a", "d"]) }
output "g" { value = "x\n z" }
output "h" { value = "a\n" }
output "i" { value = "\nx" }
#! plan
