    x-y529 =in  != a["k"] #é世
	b  lab  {
    # c
  éx866 ={世界 ="" 
} # t
    b   {
    /* e */
	世界960= provider::a::b(//x y
  <<EOT
EOT
 # c
, <<-EOT
  ind # no
%{for a in b~}
 ${a}
%{ endfor ~}
  ${ ""}
  EOT
	,[
  x ,in ]/* c */)/* y */
  }
 in993=null[*].foo?{ for variable, v in {for type in true ://x y
a . b=>  [] if null} : "lit%{ if "\n\""}y%{ else }n%{endif~}"  => "${~  
	in ~}${~/* m
 l */
f()~}" if provider::a::b( ) } :null
} #p
 dynamic {
  dynamic "a\u00e9" /* c */{ # o
	type/* c */={ "k k"= { 世界 = 1["%{if x}y%{endif}"],
 ccc = "%{  if a . b }y%{ else }n%{ endif ~}"} 
true= <<EOT

  ${
   null  <= { }}
%{ if a }
q
%{endif}
EOT
 
 for:[ for type  in f()	[ /*c*/ []] : [ "${ x }", "a$${b}" ]   ]
}//x
 if514 =   "\n\"" >= a[*].b /* c */<= "%{  if 1e5 }y%{ else }n%{ /*c*/ endif~}${[]}"//x
list72= [for true  in # é
  null : "s"//x y
] [
"é 世"  >= a.*.b ] #é世
  }
	type= /*c*/ null//x
   
    bb116=  null 
    dynamic x-1  /*q*/ "" /* c */{
bb768=([] )/* y */
 list102 = a.0
	é  "" { true=[]} # z
  } #p
  }
  # c
