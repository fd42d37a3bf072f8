   
    true   "a\u00e9" { if="${	-1}"}
	dynamic   "a\u00e9"  {
    /* h */ type	="${ x }"    / {variable= "${~ x ~}" 
} ? "%{if -1 }y%{ else }n%{ endif~}${a[0]  ~}":[/* c */ ] # t
 list593 =  -  -x? {}:[  for in/* c */ in 	"%{if x}y%{endif}" : 1e5  
	][ 1 * "//"# é
  ] # t
	null446= x  !="${ 2.5  }${~/* m
 l */
f()~}${~ "s"   }" [
   -[]]/* y */
	b  {  
 if715= {("\n\"")= /*c*/ in  #世 
"k"="${~ x ~}" # t
 bb=  -1    #世 
}/* y */
  a734= a[0]//x
  foo487  = provider :: a:: b  (/* c */

a["k"]/* c */, # c
[] )  +	[ ]? { for null, v in {世界= true   #世 
in =[] # t

}: a.0?""/* m
 l */
:"a$${b}"   =>
   "$${ [ ] }" if a[0] ?
x: "${x}"	} :{foo:"é 世"
}[-1 */* m
 l */
"s"] 
} #p
  } #p
    dynamic   ""  {
  resource  lab  { # o
    é735=" sp "?{for for, v in "\n\"" : "é 世"=> 2.5 ... } :"${~   { } }//${~ a["k"]~}" /*c*/ ?   2.5.*.x-y:  "${~ { } }${~/* m
 l */
"s"}" *{ }/* y */
    _u113 = [ ]//x
    é938/* c */="é 世" #é世
	// d
	# c
}
	# c
 if /*q*/ "a\tb"  "l b" {list="%{if x}y%{endif}"?""	: -1} # z
    éx739/* c */=(1)?  1e5 [
a[0] ] : a.0 + a [ 0 ] 
	in28=   ! provider::a::b ( 1e5 # c
,"${~ x ~}"

)/* y */
  } #p
