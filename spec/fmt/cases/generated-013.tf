 list{   }
    type = [[   ] , [ ], [for éx ,v  in "${~"${x}" ~}" :[] /*c*/ [ a.b]  if <<-EOT
%{for a in b~}
 ${a}
%{ endfor ~}
  EOT
]] #é世
a57 = " sp " 
 if{ var="${~a[*].b}"} # z
b "l b"  /*q*/ "a\tb"  {
variable  /*q*/ "a\u00e9"   "l b"    { # o
 list799 =provider::a::b (    a.*.b,"a$${b}" , true ...)
	foo956= [for for in  1e5 : "%{if x}y%{endif}" # c
  ] 
  } #p
  _u133 =f() ?a.0: /*c*/ { } ? a.0 <=	"%{if x}y%{endif}" : [   a.b ,
   a.*.b ]/* y */
 true587 /*c*/ ={for list in max (//x y
 a . b,"a$${b}" ...) :"%{ if x }y%{ else }n%{endif}${~a [ 0 ]}a#b"=>true... if "${x}".*.true}//x
    variable   {  
é  "" { }
 type425  =provider :: a:: b ({ } ,  in, true
)
  }
  } #p
