# What is done to which objects.
package main

changes contains change if some change in input.resource_changes

deny contains message if {
	some change in changes
	"delete" in change.change.actions
	not "create" in change.change.actions
	message := sprintf("%s is deleted (%v)", [change.address, object.get(change, "action_reason", "no reason")])
}

deny contains message if {
	some change in changes
	change.change.actions in [["delete", "create"], ["create", "delete"]]
	message := sprintf("%s is replaced for %v: %v", [
		change.address, object.get(change.change, "replace_paths", []), change.change.actions,
	])
}

warn contains message if {
	some change in changes
	change.change.actions in [["update"], ["forget"], ["read"], ["no-op"]]
	message := sprintf("%s %v, before at %v", [
		change.address, change.change.actions, object.get(change, "previous_address", "the same place"),
	])
}

warn contains message if {
	some change in changes
	change.change.importing
	message := sprintf("%s is imported: %v", [change.address, change.change.importing.id])
}

warn contains message if {
	some drift in input.resource_drift
	message := sprintf("%s was changed: from %v to %v", [drift.address, drift.change.before, drift.change.after])
}

warn contains message if {
	some name, change in input.output_changes
	message := sprintf("output %s: %v, unknown %v, sensitive %v", [
		name, change.actions, change.after_unknown, change.after_sensitive,
	])
}
