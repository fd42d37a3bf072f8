	# c

	type =max ( { for = <<-EOT
EOT
 
}/* c */,"${~[] /*c*/ }//lit" [//x y
-  -f() ]
) 
 // d
