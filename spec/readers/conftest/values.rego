# What the objects will be: every known value, what is not known yet, and what is kept from being shown.
package values

resources contains resource if {
	walk(input.planned_values.root_module, [_, module])
	some resource in module.resources
}

deny contains message if {
	some resource in resources
	resource.type == "framework_thing"
	not resource.values.tags.owner
	message := sprintf("%s has no owner", [resource.address])
}

deny contains message if {
	some resource in resources
	walk(resource.values, [path, value])
	path[count(path) - 1] == "size"
	value > 30
	message := sprintf("%s: %v is %v, more than 30", [resource.address, path, value])
}

warn contains message if {
	some resource in resources
	walk(resource.sensitive_values, [path, true])
	message := sprintf("%s: %v is sensitive", [resource.address, path])
}

warn contains message if {
	some change in input.resource_changes
	walk(change.change.after_unknown, [path, true])
	message := sprintf("%s: %v is not known", [change.address, path])
}

warn contains message if {
	some change in input.resource_changes
	some when in ["before", "after"]
	walk(change.change[when], [path, value])
	not is_object(value)
	not is_array(value)
	not is_id(value)
	message := sprintf("%s: %s %v is %v", [change.address, when, path, value])
}

# Ids of terraform_data are random.
is_id(value) if regex.match(`^[0-9a-f]{8}-`, value)
