	resource  "l b"  /*q*/ lab { # o
	foo723 =  { x-y : max(  "%{if x}y%{endif}"   
	>= x, a . b?1: a.*.b ,{ }[ [] ]//x y
   ) #世 
if:	"%{if provider::a::b ("s",in,2.5  )}y%{ else }n%{ endif ~}${~
   2.5 .type}"  # t
true="%{if "${ "${x}" }%{ if a.b }y%{ else }n%{endif ~}"
}y%{ else }n%{ endif }${ max ( )	}${max(
    # c
"é 世"  ) # c
~}"  # t
}
	for678= {
}//x
	variable   /*q*/ "​"  /*q*/ "​" {
 /* h */ foo927 =[  "a$${b}", f()   ,/* c */a [ 0 ]]
  # c
  }
	b  {
	var61 =max(

{}, a[0] # c
) 
  type638=   provider::a::b(//x y
provider::a::b (  a[0]/* c */, f()	... ),a.0 .true... ) # t
    null29 ="${{ for for, v in {} :	null   => 2.5...

} ~}"/* y */
}
 type="s" 
  } #p
    type966 =   "${~[  /*c*/ {
(a["k"])= -1 ,
 list= in ,
 true : 1} ] }${~ provider :: a:: b(f(/* c */{} ,1e5, "${~ x ~}" ... ), /*c*/ "${ [] ~}",<<EOT
  ind # no
%{ if a }
q
%{endif}
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
/* c */ )  
	~}" # t
 a    "a\u00e9"  /*q*/ lab {}


	resource{ # o
 in159 ={ }
}
