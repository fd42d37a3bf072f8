variable   ""  /*q*/ "l b" {
  in96 =/* c */"${ x }"  <=/* c */1e5
/* f
  g */
	b  /*q*/ "​" { # o
 type829 /*c*/ =	-in [1 .*._u/* m
 l */
] #é世
	a210  ={ ([ ])= 1}/* y */

}
	type{ }
}
for760=  f()  < a . b
  a /*q*/ "​" {for="${~# é
  {} }${ "\n\""# é
  }${~ x }" }
    variable x-1  /*q*/ "a\tb" {  
    dynamic  /*q*/ "a\u00e9"  {
  type=in
a929 =[/* m
 l */
for variable/* c */,v  in  { foo:a.b, null :1 , (a[0]) :"\n\""
} 

> (true ) :a.*.b [//x y
-1 ] # c
?{ for é, v in a . b:in
   =>2.5 ...}:	null !=  a . b /* m
 l */
] 
	for537 = [] #é世
} #p
  dynamic  "" 	{ # o
   
} #p
 foo211="%{if x}y%{endif}"
  éx552=( a["k"] 	/a.b  )
  variable	{  

	list750= "${x}"
    null326 = -  -a [ 0 ] # t
    // d
}
}
	in73= a["k"]
