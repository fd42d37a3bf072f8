 resource {  
dynamic { # o
    /* e */
}
 /* h */ 	var105 =f()
  世界855= "a$${b}"//x
  variable "lab"  "lab"   {  
 type88 = "${ "${~f()
}%{ if a.0   }y%{ else }n%{ endif}" }%{if { (a . b) =a . b 
}  }y%{ else }n%{ endif}"[ "${ in ~}${ "" ? {}:{ } # c
~}" ]
 var{list=[ "%{if x}y%{endif}" , [ ] ,	a.*.b ]} # z
  null415=[] 
  }
  } #p

	b   /*q*/ lab   "​"  {  
    # c
  for{ } # z
	ccc953 = [  
	a[*].b /* c */<true ]//x
	var414= <<-EOT
  ${ max ("${~ null ~}%{ if null }y%{ else }n%{endif }${~   -1 ~}" ,["${~ x ~}","${~ x ~}"  ] ,provider::a::b/* c */(  true	,a["k"] ... ))}

x ${ y } z
EOT
	ccc /*q*/ "é" { x-y=-  -2.5 } # z
  } #p
