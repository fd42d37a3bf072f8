resource "terraform_data" "a" {
  count = 2
  input = "x"
}
#! apply
#$ python3 -c 'import json; s = json.load(open("terraform.tfstate")); i = s["resources"][0]["instances"]; i.append(dict(i[0], deposed="abcd1234", status="tainted")); i.append(dict(i[1], deposed="00000001")); json.dump(s, open("terraform.tfstate", "w"))'
#! plan
