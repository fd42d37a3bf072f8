	resource {  
 resource{ # o
	list842 ="${~ "%{ if [for in in  # c
1e5 :a[0]  if a.*.b/* m
 l */
] }y%{ else }n%{ endif}${[	] }" ~}%{if f (# é
  provider::a::b ( a . b...   )... ) }y%{ else }n%{ endif }"
  }
  // d
 b   "l b" { # o
	in139 ="${

<<EOT
  ${ "${~

""}${ "a$${b}" }"}
EOT
~}${~ "a#b" # é
  == {
ccc : "",
in :true ,
  éx: true} ~}"
 ccc909   =[ # c
a[0],	a.0 , 1e5 ] #é世
é371=  {
 type = "é 世"  - "${~ x ~}" /*c*/ ,
in = /*c*/ [  

1    ] ,
 _u=<<-EOT
EOT
 }?a[0]:[	["${x}"	, /*c*/ "s" ,

[ ]   
   ],<<EOT
%{for a in b~}
 ${a}
%{ endfor ~}
  ${{}}
EOT
 ] 
  } #p
  for128 ="//" *max ( a.b )
世界676= [   for éx ,v  in  "${  "%{if x}y%{endif}"}${~"" ~}" :<<-EOT
  EOT

    ] #é世
}
  /* e */
    list526 = [	{
"é" :a . b[a.*.b] //tt
({}	.*.é)=f()?a[*].b: a[0] # t
([/* m
 l */
 "${~ x ~}"])=[] //tt
} ,-1.*.list  ] #é世
	for640=1e5/* y */
type=max(	) /*c*/ [[ 1   ] - " sp " ]
