    for348  =[ ] .true/* y */
	resource  /*q*/ "​"  /*q*/ "lab"  {
resource "a\u00e9"   { # o
  /* h */ }
ccc671=	{	for 世界 in "${~ f()
   }${ a[*].b~}${~# é
  a [ 0 ] ~}"   : # c
<<EOT
  ${ true}
EOT
=>{  null = a . b,世界: a . b, x-y= a.*.b 
}... }//x
  true214={
   "é" = { } . é  #世 

} # t
variable{ # o
	null263 = "%{ # c
if a["k"]}y%{ else }n%{endif   ~}${ "s" ? a[*].b/* m
 l */
:"\n\""  }${"${ null/* c */~}" }"/* y */
/* e */
variable949 ="%{if x}y%{endif}"
    for  "a\u00e9" {   } # z
}
 type=-1//x
  } #p
    in763=[ for a  in  "${~  "$//%{if [ ]}y%{ else }n%{	endif ~}"~}"	:(
"a$${b}"   ? "s": {} )/* c */]
