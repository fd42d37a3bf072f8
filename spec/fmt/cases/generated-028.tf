  variable  {  
 _u878 =[ {
世界= 1e5 
} %   "%{if x}y%{endif}" =={}, [

for list  in   "a$${b}"

?[ ]:[]:[for true ,v  in "${x}" :"${ x }"/* c */]

],[ for type,v  in {} [*].list:   ! in   if [   true ] ]   ] 
    /* h */ } #p
    var597 ={ }/* y */
b	/* c */{
  é761={for list in "${~ x ~}"/* m
 l */
? "%{if x}y%{endif}":
"${~ x ~}"  <=! "é 世" :[

a[*].b  *-1/* c */, "%{   if "${ x }" # c
}y%{ else }n%{endif~}${~ a[*].b ~}" , "\n\"" ? 1:"${ x }"	]=> a.b .*.variable ... if {/* c */type =provider :: a:: b(  a[*].b ,# é
  a.0 )
(1[  "%{if x}y%{endif}" ])	= "${~ "s"# é
  ~}"
   foo: "${x}"  >="%{if x}y%{endif}" }}
true226={  for var, v in {}: --  -{ }  
	=> ({/* c */for foo in "${x}"# é
  ://x y
a.*.b =>
[] if "a$${b}"  }/* m
 l */
) if "%{ if - x # c
}y%{ else }n%{ endif}//${{
("\n\"") ="${ x }"   
("s") = true } # c
~}" }//x
  }
  x-y529= <<-EOT
x ${ y } z
  ${
   [a[*].b[//x y
a [ 0 ] ]]}
  EOT
