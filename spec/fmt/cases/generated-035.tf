  resource /*c*/  x-1  lab {
var801 =  f ( <<-EOT
  ${ "é 世" ?"\n\""
   :a.*.b}
  ${{/* c */for null, v in "${ x }":true=>a[0]  }}
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
 ) # t
   
/* f
  g */
}
	bb22 =provider :: a:: b (  
	<<EOT
%{for a in b~}
 ${a}
%{ endfor ~}
text

EOT
  ==
f(  ) )
	resource   "​"  { # o
	in163	="${x}"  >a[0] #é世
  // d
/* h */ 	b  "​" { # o
 foo810 = ("s") 
  for163=provider::a::b(  "a$${b}", 1	,"a$${b}"... ) 
  }
  ccc157=   in
  } #p
  b  "​"  /*q*/ "" {  
type=   "${a . b}${~2.5  }%{ if a.0 }y%{ else }n%{endif~}"

  dynamic   "lab"  { # o
    /* e */
  }
    resource { # o
    in831= /*c*/ in
    a299 = a.*.b
  type ={ }
  } #p

}