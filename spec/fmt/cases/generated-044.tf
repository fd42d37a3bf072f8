    dynamic  /*q*/ "​" {  
  type={  "k"=[].var 
}
    resource  { # o


 in932 = ("%{ if [ ]/* m
 l */
}y%{ else }n%{ endif }${~1e5}lit") #é世
} #p
  }
    variable  "lab"  "a\tb" {
 b  /*q*/ "a\u00e9"  {
    type505 = {for bb, v in [ ]	:a.b=> f() ...} # t
	true882=f/* c */( [ ] , a["k"] ...
   ) #é世
  var  "a\tb"  "" {for=a.b .*.type }
	null874 =<<-EOT
x ${ y } z
EOT
ccc   "lab"   "lab" { x-y="litlit%{ if { }

}y%{ else }n%{endif  }" } # z
  }
    variable{
  list{bb=max ("${x}" ) } # z
  type=	x ?-1/* c */: "" 
 type21= "é 世"
  } #p
}
	ccc539 = a.b # t
type499 ={  "${a}"=   [

for var ,v  in  1 :  a . b		]   ,variable = {for type, v in a [ 0 ]  : f()=>  
	1... },/* c */(null[ "é 世" ])=a.0 /"a$${b}"} <=provider::a::b ([ { }],a.0

?/* c */"a$${b}" :	"\n\""   ,	[ ] ... )//x
  type={ 
} &&"\n\"" [a["k"]] 
