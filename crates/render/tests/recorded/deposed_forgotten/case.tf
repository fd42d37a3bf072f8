resource "terraform_data" "a" {
  input = "x"
}
#! apply
#$ python3 -c 'import json; s = json.load(open("terraform.tfstate")); i = s["resources"][0]["instances"]; i.append(dict(i[0], deposed="abcd1234")); json.dump(s, open("terraform.tfstate", "w"))'
#= NEW
removed {
  from = terraform_data.a
  lifecycle {
    destroy = false
  }
}
#! plan
