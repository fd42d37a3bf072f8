  type540= "${x}" # t
    dynamic   "a\tb"  "​"  {  
b  "​"  "​" {
	ccc149=/* c */{ 	({ for if, v in null   : "é 世" => in ...})= [//x y
 ] , in=""  <=2.5,	(f (  a.*.b )):{ for a, v in a.*.b : "${~ x ~}"=>a.0 ... if "a$${b}" }} #é世
    var525={ } >x %"${~"${ x }"  
	~}" [ "${[for list ,v  in "%{if x}y%{endif}" :a . b  /* m
 l */
] ~}lit${~   [ "%{if x}y%{endif}" , 2.5 , "%{if x}y%{endif}" ]	~}" ]
	type=[ "%${~ "$" }",  [  { (a . b) ="a$${b}"	 #世 
 (a.b) =a.0 # t
true :x #世 
} ,[   "a$${b}" , "${~ x ~}" ,	true],{ for foo, v in 1e5 :-1=> a[*].b...
   }] ]
  }
  variable   {
}
	resource {  
  list73=	null # t
} #p
} #p
