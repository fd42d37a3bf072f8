  dynamic "é"  /*q*/ x-1  {  
 a {_u=max( )} # z
 if  x-1 { } # z
	_u749= ["${~ [ ]/* m
 l */
~}${[] +"s" ~}%{ if a[0] ==/* c */"\n\""	}y%{ else }n%{endif ~}" , <<-EOT

%{ if a }
q
%{endif}
  ${/* m
 l */
(/* c */"${ x }")}
  EOT
]
} #p
    dynamic {
// d
   
x-y532=-  --1[ true ]  == [  # é
  ] #é世
 é802="%{if x}y%{endif}"
  }
  resource  "a\tb"  /*q*/ lab {
a174=![a.b]?{ } :1e5
    if927=! a["k"] [*].éx    != a . b.*.ccc
	/* e */
 bb189= a [ 0 ] .*.type #é世
} #p
  variable     "" { # o
 null{} # z
  foo899= "%{if x}y%{endif}"
	resource{
	null522 =   {for bb in "%{# é
  if provider::a::b ( # c
)
}y%{ else }n%{endif ~}${~1  +{ }# é
  ~}$": [  "${ x }"   ] [	{ for in in "\n\"" # c
:"é 世"/* m
 l */
=>2.5

}]=>  {
(a["k"]): a [ 0 ],x-y:   "é 世",for   = 1e5}[ "${~ true }" ] ...} #é世
  } #p
}
