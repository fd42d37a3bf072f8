 dynamic  {  
	é388 = [  ]/* y */
  dynamic  "l b"   ""  {  
  var760   = f()//x
}
 variable606 =- true//x
ccc382 ={for é in "${~/* m
 l */
null}" ?//x y
[
   "${x}" /*c*/ , a . b,a["k"]	]/* m
 l */
: [     "" ]:/* m
 l */
provider::a::b("${~ "%{if x}y%{endif}"~}" ... )=> x [*].list + provider::a::b(  a[0] ,{}, "\n\""... )... } #é世
    variable  { # o
  for4  =[# é
    -  -"s"[

{ "${a}":x //tt
 ("%{if x}y%{endif}")  :[ ] # t

} # c
] ,[ ].if,"%{  
	if --1/* m
 l */
}y%{ else }n%{ endif}" ] #é世
	bb49 =	"${~ x ~}" # t
  foo340 =-  -[ x  , # c
a[*].b	] *[ for null in 

a.0: [ ] if f() ] 

  } #p
  }
    éx328= /*c*/ [  "\n\"",{ccc=	{} }]
    type509 ="////%{if 1
}y%{ else }n%{endif ~}" #é世
