	type29="${~ x ~}" ==a [ 0 ] # t
  list286= [   {
for a, v in {
variable/* c */= a.*.b
}# é
  :[{ } , a.*.b]=>"${1 ~}${ ""}"... if a.*.b /  
	"%{if x}y%{endif}"} ]/* y */
list968=-  -{ }//x
 resource  "l b" 	{
  # c
 variable945   = null
_u342= <<EOT
  ind # no
  ind # no
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
  } #p
	dynamic  "l b"  x-1 	{
  ccc503 = a.*.b [ # c
null ] ?   provider::a::b (  ): {for type in null:"a$${b}"=> a . b ... if "${x}" }
	_u289= [ "${<<-EOT
  ind # no
EOT
 }${ (a . b) ~}${~1e5 }" ,a["k"]/* c */[*].bb [provider::a::b (   ""	, "${x}"# é
  ...)],
x.*.éx  ] 
    true393= { } 
    a326 = "${~/* m
 l */
{
}~}${~  "${~{ } } sp "~}"
  }
