  // d
    variable  x-1   "​" {
    type = /*c*/ "a$${b}"  &&a["k"]
x-y225 =   "${~ x ~}" . if[
   {

for null in "${ a[0]  
	}${a[*].b ~}${  a [ 0 ] }" /*c*/ :in/* c */=>"a#b${~   in}"}/* c */]/* y */
  null  /*q*/ "é" { list="${ a[0]}a#b${~true  }"} # z
    éx487=   <<EOT
EOT


  }
    dynamic  /*q*/ lab  {
x-y /*q*/ "a\tb"  "" {} # z
 dynamic { # o
    variable37=[//x y
("${/* c */[ ]  
	}${ null ~}${~ true ~}" ), <<EOT
  ind # no
text
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
] 
    in342="${"${~ x ~}"}${ "${x}" }"
    true46 =[
a [ 0 ]/* c */,  "${~ x ~}", true][ [ # c
for 世界 in a["k"] :1  # c
]  
	]/* y */
	// d
   
  } #p
	b/* c */{  
  世界942   = "${~ { }}${~ [ ]~}a#b"/* y */
type298 =-  -null[[-1 ]

] /{ for 世界, v in (2.5 ) /*c*/ : "${~ x ~}"

?  [ ]	:"" =>null . null} #é世
}
    for899 ="${~ "$" }${~

"${~
   a[*].b~}" ~}${~ "é 世"  * "é 世" }" # t
	resource  ""  /*q*/ ""    { # o
	list217 =a.0 
ccc169={ }  . for ?/* c */"//lit${  
	[ ]
   }": max (  - a[*].b, "%{if x}y%{endif}"...)
type193  = "//"/* y */
  éx { ccc={("\n\"") :"%{if x}y%{endif}" ,
true= a.0
} } # z
    éx364 = "%{	if (a[0]) }y%{ else }n%{endif~}${~ [ 	f(), 1/* c */ ]	}${~{
} /*c*/ ~}"/* y */
}
  }
 variable   "a\tb" { # o
 世界980 = "${2.5 ~}%{ if 2.5 }y%{ else }n%{endif }lit" 


 type="é 世" + a.*.b == /*c*/ []
}
