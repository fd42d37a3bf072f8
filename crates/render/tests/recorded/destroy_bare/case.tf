resource "terraform_data" "a" {
}
resource "terraform_data" "b" {
}
resource "terraform_data" "c" {
}

#! apply
#$ python3 -c 'import json; s = json.load(open("terraform.tfstate")); [r["instances"][0].update(attributes={}) for r in s["resources"]]; i = s["resources"][2]["instances"]; i.append(dict(i[0], deposed="abcd1234")); json.dump(s, open("terraform.tfstate", "w"))'
#= NEW
removed {
  from = terraform_data.b
  lifecycle {
    destroy = false
  }
}

#! plan
