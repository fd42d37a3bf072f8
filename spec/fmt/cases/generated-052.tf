 type = a.*.b 
 dynamic  { # o
  é {}
 if573 =[for true  in a.b ? "a$${b}" :"a$${b}" :-1[/* m
 l */
a[0]
]]
for614 = [ /* m
 l */
f(/* c */  "${~ in}lit${~
   a[0] ~}"
,[ for ccc,v  in {}:   "é 世" if ""
]
/* m
 l */
), "%{
   if { (""):/* c */a[*].b, ccc =a . b, (1)=   a["k"]/* c */}}y%{ else }n%{endif~}${ "//${~ {} ~}${~//x y
a[0] ~}" ~}"]//x
 resource {
  true558  = "%{  if -1//x y
}y%{ else }n%{endif }${""}%{ if in }y%{ else }n%{ endif~}"/* y */
	true279 = [  <<-EOT
  ind # no
  ${[]}
text
EOT
  ==   "%{if x}y%{endif}" >=x]/* y */
    type956=f  ( "a$${b}" ,{ } , -1 ...)  <=a[*].b[*].true #é世
} #p
    null915=	a.0 
} #p