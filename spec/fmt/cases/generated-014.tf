  世界167 =! [ for if,v  in    a[0]: null  if "a$${b}" ]/* y */
    type   ="${x}"/* y */
   
 _u71/* c */= [ [ 

"%{ if -1 /*c*/ }y%{ else }n%{ endif ~}%{if a["k"]//x y
}y%{ else }n%{endif/* c */~}${~  a.*.b ~}"	],<<EOT
%{ if a }
q
%{endif}
EOT
,"${~-1# é
  ~}%{ if f(	a.0

... )}y%{ else }n%{endif ~}"   ] # t
 resource	{ # o
  a{ ccc=-  -1 } # z
x-y677 = { }
	dynamic   {
    for308= {	x-y= f() ?	"\n\""	: [ ]
 type /*c*/ =[//x y
 "", []]
 null:(

"s") } 

    _u226 = "lit${~ "a$${b}" }${~1}"
  }
    resource{  
	type  = 1//x
}
    é534=[  [], {}   ] ?{ for 世界 in "%{if x}y%{endif}": a . b => "${~ x ~}"... if a["k"]//x y
}:a.*.b ?1e5 :null//x
  } #p