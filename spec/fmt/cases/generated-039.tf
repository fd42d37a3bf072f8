é367= [ for é,v  in  "${~ x ~}":"\n\""  if "${ x }" ]
 bb   "a\u00e9"  "a\tb" { var="$" }
variable  "a\u00e9"  {
foo971={ variable:[ ]
/* c */for  =f()
 true:"${ x }" }  +[  a.b, ""  ] #é世
variable {
}
 b { # o
    世界484  ={bb : max (/* m
 l */
"é 世"//x y
,//x y
in,{}	)?{for var in a.b : 2.5 =>   2.5 ... if a.0}: [a.0,# é
  [] ] , /*c*/ null :"%{/* m
 l */
if "${"%{if x}y%{endif}"  ~}" }y%{ else }n%{endif}${~  <<EOT
%{for a in b~}
 ${a}
%{ endfor ~}
text
%{ if a }
q
%{endif}
EOT
 }", (in) =1   [*].in / {for if in "%{if x}y%{endif}" : a.b =>"\n\""... }/* c */
}/* y */
in565=[{ } ]  +{
foo: "é 世" } 
	type=(- ["s",""]/* m
 l */
)/* y */
} #p
	type  = provider::a::b(  ""["é 世"# é
  ] ,provider :: a:: b(in ) , {  (null)/* c */={ }} ...
   )/* y */
  }
 /* h */   x-y24 = 1e5 !="a$${b}"? provider :: a:: b(# é
  "${~ x ~}" , null ,/* c */"${~ x ~}"  ):1e5 <1e5/* y */
