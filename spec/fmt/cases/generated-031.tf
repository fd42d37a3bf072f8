    variable{
 true858= <<-EOT
  EOT
resource {  
世界35= provider::a::b(# é
     x ? /*c*/ true : a.*.b.../* m
 l */
)/* y */
	世界34 =   { /* c */("${~# é
  "" }${~ # c
{ } ~}${~
-1

~}") :{ "${a}" = null #世 
 if : 1 #世 
"é" =a.*.b//tt

}
(<<-EOT
  ind # no
%{ if a }
q
%{endif}
EOT
) ="\n\"" } #é世
in841= [].x-y
  }
  x-y127=[] # t
in142=f ( "%{/* m
 l */
if a [ 0 ] }y%{ else }n%{endif~}${ {}}${~ "\n\""# é
  ~}"  %"${ "${ x }" # c
}${~ "a$${b}"/* m
 l */
}",{for 世界, v in { true =a["k"] # t
}:/* c */"${~ x ~}" =>"${~[]~}a#b" ... if { 世界:[ ] //tt

} }
 ) 
}
    a779 =! max ( [ "é 世",	x,x ] 	) 
