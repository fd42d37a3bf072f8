

  a354  = f(  1 ... ) */* c */[ "${~ x ~}"  , "s", a [ 0 ] ] #é世
 a944 =   [ ]
	variable  x-1  ""  {
    in821=" sp %{ if a.0/* m
 l */
}y%{ else }n%{endif/* c */}" 
	/* f
  g */
    for347= [] .*.null//x
   
  }
  resource   "a\u00e9"  "" {
bb125 = 1
 variable{  
    foo446 = "${~a.b ~}${~ a[0] ~}%{if a.b}y%{ else }n%{endif~}" #é世
 é430="a$${b}".a
list792= <<-EOT
EOT
}
  null129  =[//x y
[ ] * a["k"] ,/* m
 l */
{var  =   a.0
   x-y=1e5 
},"%{ if "a$${b}"}y%{ else }n%{ endif }"  ]//x
for921= provider::a::b(  //x y
[for 世界   ,v  in  "\n\""	:f ( # c
1e5...)	 if x[ a [ 0 ]]
] ,/* m
 l */
{

for 世界, v in - a [ 0 ] :a [ 0 ]  <a[0]=>	max (//x y
"\n\""/* m
 l */
, "\n\""...)}   ,	"${~ (   1e5 )}${ provider::a::b( /*c*/ null /*c*/ ,-1)/* c */}" ...)//x
  }
