  /* f
  g */
for968   = /*c*/ "${a.b ~}${ /*c*/ a . b }" #é世
 null991=<<-EOT
  ind # no
%{for a in b~}
 ${a}
%{ endfor ~}
  ${a["k"] /*c*/ [  
	"a$${b}"]}
EOT
  dynamic {  
    type =[ {	"k" = <<-EOT
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
  # t
foo	=f (  [] # c
,//x y
{ } ) #世 
} , [ ]   > "%{if "${~ x ~}"}y%{ else }n%{endif}" ]
  # c
	true930 ={

}
list911 ={  x-y={}, ("a$${b}")   = a [ 0 ] ,  (a.0)="a$${b}"}
 variable {
 ccc967=   provider::a::b  (/* m
 l */
[# é
   "${ x }" # c
]  
	,[ # c
a[*].b ,{ }	] ) #é世
	/* e */
  }
}
  resource  "a\u00e9" { # o


    a794= ( 1  . bb ) ?provider::a::b ( "${ "é 世"}${1e5 # c
~}" ,[ for é ,v  in    "\n\"":/* m
 l */
{ }//x y
], { for éx in {} : []
   =>"\n\"" ... }//x y
 ): "%{ if <<-EOT
EOT
//x y
}y%{ else }n%{ endif  ~}%{	if x /*c*/ [
   "${x}"]}y%{ else }n%{endif ~}%{if { }/* c */}y%{ else }n%{ endif }"
  }
