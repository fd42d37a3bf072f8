    b{ # o
	resource  {
	true70= "${ x }" # t
if561 ="${~ x ~}" * null/* y */
 var292	="${~	{  for 世界, v in ""/* c */?f()

:true :a["k"]/* c */.*.bb =>"é 世"  /*c*/ + { }.../* c */} ~}${~"${~"${ x }"  == "${~ x ~}"//x y
~}${ a [ 0 ] . foo }%{if {for type in true:1 =>[]...}}y%{ else }n%{ endif~}" }${~ f   (  [ true ] , !x   ,(  
	"" # c
)...	) }"
	bb440 =   [ 
{}, {"k"=a[0]} , a["k"] /*c*/  . for /*c*/ ]/* y */
} #p
  if749 =1 +a[0]  * [for x-y  in { }	://x y
a.b  ] 
} #p
  list679={ for x-y in "%{if x}y%{endif}"  ||   a . b? # c
" sp ${-1	~}" ://x y
a.*.b  + 2.5	: provider::a::b (	 ""

,"%{ if a.*.b}y%{ else }n%{endif}${~ in
   }" ) =>

!f (/* m
 l */
 a[*].b  ... ) ... if (a[*].b)   / f() }//x
	resource /*q*/ x-1  {
    bb578 = (a.b)
}
  foo960= { "é": f( {for foo in "":null =>
   a . b ...}, "${~true}${~ a[0] }", # c
(""	)... )  
}
