  resource{
	variable  "a\u00e9"  {
    list428 =-  -2.5
  null98=provider :: a:: b(	a.0 ,a . b , a[0]  )/* y */
  bb566 = 2.5  >	a . b
}
 type =-"${~  in	}%{if a.b}y%{ else }n%{endif~}"//x
  null730 = (  
	"${~ x ~}"	)/* y */
	é983= [  [  a . b   
	], <<EOT


x ${ y } z
EOT
, a[0] ? f() : 2.5]/* y */
 dynamic /*q*/ lab  "l b" {  
	null547	=! ( [ ])
	for762 = a.*.b  < a.*.b # t
	for955 =[for if in 
   {éx: { }  >= a[0] # t

} :/* m
 l */
[ # c
 a.*.b[*].true ,   {for 世界 in a [ 0 ] : [ ] # c
=> a . b if {}  } ]  if "${ f	( ) }${~<<-EOT
%{ if a }
q
%{endif}

x ${ y } z
  EOT
~}" ]
true323 ="${ true }%{ if -1
}y%{ else }n%{endif~}a#b" 
  }
  }
 _u { }
  _u504  = {  "${a}" ="${~ x }${~f() ~}"  /( "%{if x}y%{endif}" )//tt
}/* y */
    type465  = a.*.b
	null /*q*/ "a\tb"  x-1 { type=[ # c
 in,"${x}", "a$${b}" ]} # z
