

resource  {  


 é { for=[ for _u,v  in  a[*].b :{}]} # z
	variable/* c */{  
    /* e */
  世界 { }
}
} #p
variable { # o
 bb464=  -1 .*.true
	list36= { } # t
	type ="${"%${~"a$${b}"~}"/* m
 l */
}${~//x y
max(

  
	"") ~}"//x
	dynamic{
  éx33=provider::a::b(a[0]# é
  ... )
 null119= !{(<<EOT
%{ if a }
q
%{endif}
%{for a in b~}
 ${a}
%{ endfor ~}
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
) :[] ._u//tt
 if /*c*/ = ( a[*].b/* m
 l */
) # t
_u/* c */={ for é in a[0] : /*c*/ "${x}"=> "${x}"...} //tt
}
  # c
 type=   { for null, v in "${ a[0]}${"${ x }" }${~ -1 ~}":[]  . true
   =>"${~ a[*].b~}" ... }[[ ].世界] # t
	# c
} #p
 list761= "${~ x ~}" 
}
	é132	=a.b
