	x-y  /*q*/ ""   lab { }
    list941=	{  for in, v in <<-EOT
%{ if a }
q
%{endif}
  EOT
:"${~
a.*.b~}%{if "${x}"}y%{ else }n%{ endif ~}${ a[*].b ~}"//x y
=> [   [] ,/* m
 l */
{} , ""/* c */] ... if -2.5
}
    ccc307=  - f ( !-1, f	( 
{ },2.5 ,/* m
 l */
"%{if x}y%{endif}"  )/* c */, [    1e5 ]
...# é
  ) #é世
  variable196=[   for for ,v  in  " sp //${~ a [ 0 ] >=a[0]}"  :<<-EOT
  ind # no
  ${ true}
  EOT
 	%[for foo ,v  in  "\n\""	: "${~ x ~}"  if null] if [/* m
 l */
for variable   ,v  in {/* m
 l */
for 世界, v in "é 世": a . b => a[*].b if "${ x }"   }# é
  :("s" )/* m
 l */
 if [/* c */[], x] ]] #é世
