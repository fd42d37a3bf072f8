variable114 = provider::a::b( max ( "\n\""  
		)	  
	)//x
  b    /*q*/ "é" { # o
 dynamic	  "é"  /*q*/ "l b"  { # o
 variable651= f()
  bb979=[ for true,v  in [for bb  in  1e5: 1	 if f() ] :"%{if "${~ x ~}" }y%{ else }n%{endif ~}${
"${~ x ~}"}%{if "%{if x}y%{endif}"}y%{ else }n%{endif~}" ] # t
  /* f
  g */

  }
 resource "a\tb"    {
    // d
  if977  =  {
 "k"=(  {
  (a["k"]) : a.0  #世 
 var=   -1  #世 

})
 世界 = "%{if <<-EOT
%{ if a }
q
%{endif}
EOT
}y%{ else }n%{endif }%{	if f (   a.*.b ,a[0]
   ) }y%{ else }n%{ endif~}" 
 true:f(f() ? a . b	: {}/* c */,1 || a . b # c
)}
	list92 = {for variable in 1e5 : a . b=>
   "\n\""... /*c*/ }  >=	provider :: a:: b ( "é 世"/* c */,"\n\"" ,true )    >max  (a.0 - "${ x }"//x y
...)
  }
  }
	b  "é"  { # o
 if583	="${[ for _u in a.*.b :"${ x }" 
   ]}"
} #p
