    b   {
	variable "​"  "é"  {  
	type231 =[
"s" . ccc]
}
 b  {
	for700  =x


	a470=-  -{ } 	< {} ? "": "\n\"" 
	世界45 =null
  } #p
	a524={
([ ] [*].true):provider::a::b( "${ x }"   ) # t
type: provider::a::b (a[*].b//x y
  ) # t

} 
    type  = ! "%{if 2.5 }y%{ else }n%{endif  ~}"
}
	éx462=<<-EOT
  ind # no
EOT
type617=   a . b//x
	resource  /*q*/ "a\tb" {  
 if151=	{bb :/* c */f()
"k k":"s" /*c*/ }?"${~//x y
a . b# é
  }${~ "\n\"" }a#b": "%{ if "a$${b}" }y%{ else }n%{endif }${/* c */"${ x }"  }${~ -1	~}"//x
  true  "" { bb="s" [	"\n\""   ] } # z
	/* f
  g */
 type177= "%{/* m
 l */
if [] }y%{ else }n%{endif~}${~ "s"}"
    variable 	{
    type =a [ 0 ] #é世
  }
} #p
  foo282=   [  
	for foo,v  in  x # c
: -1 if a [ 0 ]]
