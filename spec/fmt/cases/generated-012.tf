	variable  lab  { # o
b  x-1  "​" {  
	// d
  }
  type356=max(  ) #é世
  variable867 = a.0
	éx { }
	type =[ ]
}
 /* e */
    _u990 =[  # c
"${~true/* c */~}%{if a . b }y%{ else }n%{ endif ~}%{ if 1  
	}y%{ else }n%{endif ~}", null[null   ]]/* y */
dynamic {  
    type	=" sp "
in764 ={  (in):in }/* y */
	null620={for true in [	[

"a$${b}"   ] ]:   x?	[]
   :"\n\""  ?<<-EOT
x ${ y } z
x ${ y } z
  EOT
 :in <= -1=>  -  -f (  a[0]/* m
 l */
,a["k"] , {}  )... } # t
    variable {
  foo373 =provider :: a:: b  (   a [ 0 ] . bb ,/* c */null[{ }]    ==true   
	>=   a.0, "%{if [	]}y%{ else }n%{ endif~}"  ) #é世

null676   =	(
a[*].b
) #é世
}
 bb851=in . a//x
}
    b  /*q*/ "a\u00e9" {
type814= { }//x
foo279= f()  ||"a$${b}"//x
}
