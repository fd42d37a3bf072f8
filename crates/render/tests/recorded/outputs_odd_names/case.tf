output "x" {
  value = 1
}
#! apply
#$ python3 -c 'import json; s = json.load(open("terraform.tfstate")); s["outputs"]["a b"] = s["outputs"]["x"]; s["outputs"]["c-d"] = s["outputs"]["x"]; json.dump(s, open("terraform.tfstate", "w"))'
#= NEW
output "x" {
  value = 2
}
#! plan
