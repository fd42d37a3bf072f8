module "b" {
  source = "./m"
  count  = 11
}
module "a" {
  source = "./n"
}
output "o" {
  value = 1
}
#> m/main.tf
resource "terraform_data" "a" {}
module "n" {
  source = "../n"
}
#> n/main.tf
module "l" {
  source = "../l"
}
#> l/main.tf
resource "terraform_data" "a" {
  count = 2
}
#! apply
#! plan
