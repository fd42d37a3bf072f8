    variable  "l b"  {
x-y{}
dynamic {
 variable183  =1e5 
bb212 = "a$${b}"
type = ! "${{ } +//x y
""# é
  ~}"
	type848=[  ] #é世
  }
	b  /*q*/ "é"  /*q*/ "é"   {
	variable317 =  1 
	type=-1//x
  a615= ( max(

[ ] [*].list ) ) # t
}
 in561   =	{  for if in {
for variable in {}:{}=>

{}... if "${x}"}:	[for ccc    in  [ ] :1e5  if a["k"]/* m
 l */
] => "%{if a.b}y%{ else }n%{ endif}"...//x y
}?	"${ provider :: a:: b ( )}" : {
}
  } #p
 in875 =-1//x
  dynamic  {  
 b /*c*/  /*q*/ x-1   {
foo166= "%{if "é 世"}y%{ else }n%{  endif }${ [ ]~}"
}
ccc905= {
null =! a . b , éx="%{	if a["k"] }y%{ else }n%{endif ~}lit"
}
    // d
	dynamic   "a\tb"  /*q*/ "" {
}
  // d
  }
type685=in * a[*].b
 b  "a\tb"  {
	bb611=/* c */"%{if {	for a, v in ! "${~ x ~}": "${~ x~}${~"${ x }" ~}${~"é 世" ~}"=> {for variable in []: a.b=> a . b...
}   }   }y%{ else }n%{endif ~}${~{} }"
 for257=   ((/* c */{} ) ) #é世
	dynamic	{
	for373=[	a[0] ?a.b :

"\n\"", "%{if x}y%{endif}" [a[*].b/* c */]] # t
世界876=provider :: a:: b({for for in { 
} : []=>/* m
 l */
in[# é
  in] ... if max( [ ] # c
, 1e5  ,"${ x }" # c
) }, "é 世"  .*.type

)/* y */
 a85="${~ x ~}"
 type /*c*/ ="${~ x }" [[   ]]
  }
}
