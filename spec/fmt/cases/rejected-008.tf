	true794   ={"k k":[1	,	[ ]   ], a = "\n\"" <a.0}//x
	世界252 = <<EOT


x ${ y } z
EOT
? [ for type   ,v  in  "é 世": true # c
 if null]:/* c */[]
