	resource  "a\u00e9" { # o
    b  "a\tb"  {

  type=(1e5 # c
)  +{é :"${~ x ~}"	,é= a.*.b }
  }
if777= { }
	/* h */ b  {
	type = /*c*/ provider :: a:: b(  {for x-y, v in [ /* m
 l */
1, "${~ x ~}" ] :	"%{if null/* m
 l */
}y%{ else }n%{endif~}"  
	=>a[0]... if <<-EOT
  ${ a[0]}
x ${ y } z
text
EOT
 }

, provider::a::b (  {for x-y, v in "a$${b}": # c
a . b  =>  { } ... }... ) # c
 )
in71= <<EOT
EOT
 bb939 =	(max (  provider :: a:: b(  {}   , in  ) ))//x


  variable140/* c */={for ccc, v in x
: "s" =># é
  2.5

}//x
}
  } #p


 for156 = {   for type, v in { ({ })="%{if x}y%{endif}" //tt
variable=[]  # t
 true =null  # t
} :/* m
 l */
"${ ""}%{/* c */if "\n\"" }y%{ else }n%{ endif ~}"/* m
 l */
=>[] ... if provider::a::b( -1,a["k"] ... ) } # t
