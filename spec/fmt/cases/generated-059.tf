    foo640=[[for if in []: true  
	 if "${~ x ~}"]/* m
 l */
?<<EOT
  ind # no
EOT
 : 1 ? a[0]:a.0, { ccc=<<EOT
EOT
 # t
}]/* y */
b {  
	foo991 = f( -1,
   [ ] , a[0]... )
  variable  ""  {  
  _u153=a [ 0 ][*].a # t


 type  "a\tb" {} # z
 x-y {éx=-1 && 1 }
}
  }
dynamic  "é"   "a\u00e9"  {  
    variable    {
	type = "${ [  ]}${~- a.b[ [ # c
   ]  ] }${[ ]	~}"/* y */
é246=[	   ] #é世
	x-y0={ for var, v in 1:f()=># é
  "é 世" ... } # t
}
 type448	="%{	if -1//x y
}y%{ else }n%{	endif~}${

"${~ x ~}" ~}${[ ]	}"  < { 
} # t
  }
    éx39 ="${~
   x    && # c
2.5}lit${  
	1e5 [//x y
"a$${b}" # c
]~}"  % provider :: a:: b  (  {} ,  in  
	  ) /*c*/ [  f() ? a [ 0 ]  : x/* m
 l */
]
type552= f (   
	-  -a.*.b
   ) #é世
