resource /*q*/ "é"   ""  {  
	éx846 = {
 _u	:"${~ x ~}"  < "s" +   {  ([]):2.5 
foo =in 
}   ,
 "${a}" = "${~//x y
"${x}"~}${~ /*c*/ "\n\"" ~}"   ?{}?"${ x }":a["k"] :{ 
}  ,
 in= <<EOT
x ${ y } z
  ${ <<EOT
EOT
}
EOT
 
}/* y */
  variable977  =/* c */- [ for for ,v  in 	["a$${b}" , x /*c*/  ]:/* m
 l */
true  if {a=1e5    #世 
 in/* c */=a.b # t
} ]
	a914 =a.0 #é世
type	={ for x-y in f (  )
   ? "${~ in	~}${ "a$${b}" }"  : "${~a["k"]~}${ true/* m
 l */
~}" :{variable:"é 世"  &&  "\n\""  # t
世界:   1e5 + a[*].b  //tt

}  => true ... if [for list,v  in  {}[ a [ 0 ] ] :{
}
 if {
 "é"= in 
} ] # c
} # t
  }
bb149=  "%{if a.*.b ?1 : "s" }y%{ else }n%{endif}"//x
    dynamic{  
  in /*c*/ {}
	/* f
  g */
 dynamic{
	é { }
	é896= true//x
   
  type =-( "a$${b}")
  }
/* e */
  } #p
世界577= { for foo, v in max(  ): [   ]/* c */=>
!"\n\""  .list } # t
    世界448 =	[ [ # é
  a[0]  ] ]
