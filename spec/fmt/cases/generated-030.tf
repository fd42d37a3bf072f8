	x-y891=[  "%{if x}y%{endif}"  * -1 . é ,{ for if, v in []? in /*c*/ : []/* c */:   ("a$${b}")=>[ for éx ,v  in   
	in   : null  if "\n\""
   ] }, a[*].b ] #é世
  dynamic /*c*/  lab  /*q*/ ""  {
	dynamic {
in131=((f() ) )/* y */
    in294 =!a.b//x
 in149=!f(  )
}
  éx162 ="${x}" #é世
  list447=[ 	null] # t
	a376 ={  list="a$${b}" ,
for = a["k"]}
}
	ccc923 /*c*/ = [  for variable,v  in  f (	
   a[*].b  ): "${ "${ x }" ~}" if ""?f()//x y
:a [ 0 ] ]//x
  b   "é"    { # o
    世界365="$"  + <<EOT
x ${ y } z
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
    true7   ="%{if x}y%{endif}" .*._u//x
var876 = ( {  
	for true in a["k"]:   a[*].b =>f()... }	)
	dynamic /*q*/ "a\u00e9"  "l b" { # o
 type{ } # z
  }
  } #p
  if287 ="${~a[0]  # c
- "%{if x}y%{endif}"	}${[] ~}${ # c
{ ("s")=2.5/* c */
 ("%{if x}y%{endif}")="%{if x}y%{endif}"} # c
~}"
