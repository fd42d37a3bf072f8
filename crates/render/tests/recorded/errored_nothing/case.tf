output "o" {
  value = "x"
  precondition {
    condition     = path.module == ""
    error_message = "No."
  }
}
#! plan
