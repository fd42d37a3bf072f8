 var593=provider::a::b  ("é 世"/* m
 l */
...)/* y */
   
 dynamic {  
  resource  { # o

  variable792= null . for #é世
 type= provider::a::b (   
	"s" ,"${x}" # é
  ) 
    /* f
  g */
  }
	resource{
  }
  foo98 = [for in,v  in  "é 世"  +
   "a$${b}"	: "//%{/* c */if "${x}" }y%{ else }n%{ endif }${"${x}" }"  if ( a[0] )]
    resource {
 type290  ="${~   "${ -  -a[0]  
	~}%{if [for true  in //x y
"\n\"" : {}    if { }] }y%{ else }n%{endif ~}"# é
  ~}%{ if max (//x y
) }y%{ else }n%{endif}${~(  "${//x y
in~}" ) }" # t
世界340=   "${~ x ~}"
    list444= {} 
type=( [for type,v  in   "${~ x ~}" : null  
	 if { }] ?-1  && a[*].b : "${~# é
  a . b~}" )
  } #p
 x-y715= in
}
_u249 = {} 
