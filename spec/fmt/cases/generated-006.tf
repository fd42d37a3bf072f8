  dynamic "a\tb"   ""  {  
    null352 ={
} # t
for292="${[ for ccc,v  in  {}?	null:  
	x   :{  ("é 世") ="s"
} # c


] ~}%{  
	if [ /*c*/ "${~ # c
"%{if x}y%{endif}"~}" , max(  true ,a . b )	] }y%{ else }n%{endif }${[//x y
for null  in  <<EOT

  ${ 1}
%{ if a }
q
%{endif}
EOT
: { }["%{if x}y%{endif}" ] ]~}"
  variable44= { for list in !- a.*.b# é
  :
"${ [] }${~a[*].b ~}${~ "" }"[{
 "é" ="${ x }"  #世 
null =a[0]	 #世 
"${a}":true //tt

}  ] =>[ for type  in { type =""  #世 

}  
	:a[*].b != a.0	 ]... } #é世
  } #p
resource  {  


b  "é"  ""  {
	type783 = a["k"]//x
	type= {"é" =[ /*c*/ max( 
"\n\"", # c
{} , ""...)], 世界= provider :: a:: b(  /*c*/ ) 
}
type995 =provider::a::b ( 
[  # c
[]  , "a$${b}"	],  
	[ ]# é
  ?//x y
"\n\"":  a.*.b,a.b .*.bb) #é世
    // d
  if759=1  [a.*.b ] ?"${~ a[0]	}${~/* c */a [ 0 ]}${# é
  "%{if x}y%{endif}"	~}"   : []
}
b  /*q*/ "a\u00e9"   "l b" {  
	type=a[0] [*].var # t
    /* f
  g */
  } #p
  } #p
  type= in #é世
    b{ # o
    for7= {
} # t
  éx445="${"s" }${~x~}"   %a [ 0 ] [ a["k"] ]
  世界115= "${  
	[ -[ ]  # é
  ]}%{  
	if "${~max( x ... ) /*c*/ }" }y%{ else }n%{endif ~}"/* y */
	resource{ # o
    /* h */ 	variable473 =in #é世
  }
  }
   
