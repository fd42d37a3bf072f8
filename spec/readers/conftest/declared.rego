# How the configuration declares it.
package declared

modules contains [path, module] if {
	walk(input.configuration.root_module, [path, module])
	module.resources
}

deny contains message if {
	some name, variable in input.configuration.root_module.variables
	not variable.description
	message := sprintf("variable %s is not described", [name])
}

deny contains message if {
	some name, provider in input.configuration.provider_config
	not provider.version_constraint
	message := sprintf("provider %s (%s) may have any version", [name, provider.full_name])
}

warn contains message if {
	some [path, module] in modules
	some resource in module.resources
	walk(resource.expressions, [place, expression])
	expression.references
	message := sprintf("%v %s: %v refers to %v", [path, resource.address, place, expression.references])
}

warn contains message if {
	some [path, module] in modules
	some resource in module.resources
	walk(resource.expressions, [place, expression])
	constant := expression.constant_value
	message := sprintf("%v %s: %v is always %v", [path, resource.address, place, constant])
}

warn contains message if {
	some resource in input.prior_state.values.root_module.resources
	message := sprintf("%s (%s) was there, with %v", [
		resource.address, resource.mode, object.get(resource, "depends_on", []),
	])
}

warn contains message if {
	some check in input.checks
	some instance in check.instances
	message := sprintf("%s: %s %v", [instance.address.to_display, instance.status, object.get(instance, "problems", [])])
}

warn contains message if {
	some name, variable in input.variables
	message := sprintf("variable %s is %v", [name, variable.value])
}
