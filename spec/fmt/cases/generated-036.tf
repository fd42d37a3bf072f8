éx767=a[0] &&null #é世


  type =a["k"] #é世
 dynamic  /*q*/ x-1 {  
 list892 =[for é,v  in 	x/* c */:a [ 0 ]  if x ]  >provider :: a:: b(  "${x}",a.*.b  
	,f()) # t
 foo508 /*c*/ =	a.b 
bb380 ="${   <<EOT
EOT
/* c */~}%{   if {}
?1:  
	true }y%{ else }n%{endif  }${(a . b ) }"
  type="%{   if [ /*c*/  ! a.b ]# é
  }y%{ else }n%{endif}" 
	var548   ={for é, v in "" ["\n\""//x y
][ "${~"é 世"# é
  ~}${x }${~   "s"~}"] :[  
	 provider :: a:: b (  "${ x }"

...),"${x}"[1e5] 
] => [//x y
] if [for for  in  f() 	==   x:1e5 ? "${~ x ~}"   :	"${~ x ~}"  if { (1e5)=1e5  #世 
"k k" = /*c*/ 1/* c *///tt

}]   } # t
  } #p
    resource  {
    a375=max( "s"   )  ||<<EOT
x ${ y } z
%{ if a }
q
%{endif}
EOT
    b  { # o
 in {if={  "k"   = { },
 foo =x}/* c */} # z
}


  }
