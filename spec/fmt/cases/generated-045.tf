 true79=[]  +[	for é ,v  in  "${/* m
 l */
1e5 ~}${ a.*.b/* c */}%{if a . b  }y%{ else }n%{endif /*c*/ ~}" :a.*.b   
	+"%{if x}y%{endif}"  if <<-EOT
%{for a in b~}
 ${a}
%{ endfor ~}
x ${ y } z
  ind # no
  EOT
  ]
    resource { # o
	éx453=([ 2.5   . null ,"a$${b}".*.variable 
   ]/* m
 l */
)//x

a75 = "${~{  variable   :"${

1}$" 
foo =	[ "${x}" ,f(), /*c*/ "é 世"# é
  ]
 "é"= "%{if -1  }y%{ else }n%{endif	}"} ~}${~{ x-y=	{ }   
	x-y :"%{if x}y%{endif}"} [[ 
[ ] ,a [ 0 ],a . b ]
   ]  }%{
   if [# é
  { for list in "a$${b}":"" /*c*/ =>-1 ... if "${x}" }]}y%{ else }n%{ endif~}"
	# c
}
variable  lab {世界=("\n\"")}
  éx260= ! a.*.b 
_u{} # z
