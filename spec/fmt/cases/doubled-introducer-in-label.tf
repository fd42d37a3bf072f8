foo "$${x}" {}
