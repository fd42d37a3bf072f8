  resource {
 bb526 =f() ?"a$${b}":a[0]//x
 variable845 = max ( [{}	,# é
  1] , [/* c */for variable  in   []: a[0]    ] ,"${~ "${~ x ~}"~}${ "s" }${~{} ~}"  )/* y */
	a173 =   a.b[a [ 0 ] ]//x
  resource /*c*/ 	{
    var863= provider :: a:: b ("%{if x}y%{endif}"[  1 ]  %"é 世" ) 
 true359 = "${~ x ~}"//x
    true635 = [  "${ x }"? a.*.b : "${ x }" ,[ a.b /*c*/ , a[*].b   ] ] # t
 foo276 =1["" ] #é世
  é737 = -"${~ a[0]}${ "é 世"
}" == { for é, v in a [ 0 ] /"${ x }":	f(a.b/* m
 l */


)
=> provider :: a:: b ( in ,f()... )... if ( "a$${b}")}
  } #p
	b    /*q*/ "a\tb"   "é" 	{
 bb261  = a[*].b//x
    a { } # z
	// d
ccc197="" 
	éx28={ for é, v in "${ x }"# é
  : [  1e5 ,null] =>a.b  + /*c*/ []...
   } # t
  }
}
    foo116	=[ ]  && "${/* m
 l */
a[*].b

}" ?  1e5 ?a["k"] :  true:(a.0
   )
 /* e */
