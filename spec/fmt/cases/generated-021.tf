  ccc87={   (<<EOT

  ind # no
EOT
) :{ ({}) ="${ x }" } 
true = {list : true  #世 
"é" :/* c */a["k"]  #世 
(1)   :"" //tt
} 
("${~a[0]# é
  ~}${~ []}${ "é 世"	~}"): [/* m
 l */
for type	 in null : "${~ x ~}"  
	]
}
  b  "a\tb"    {  
    resource{  
/* h */ }
    bb186  ={
} # t
    for791=[ ].*.variable/* y */
} #p
dynamic  {  
  x-y112 =- { for variable in in/* m
 l */
:
   "\n\"" => a [ 0 ] ... /*c*/ }
	/* f
  g */
    type = [	for _u in  -2.5  + "%{if x}y%{endif}"  *[ ] :  
	!true  == a.b   if [  x % f(),provider::a::b(null,[ ]...	),"${ /*c*/ f()~}${ /*c*/ "" }a#b" ] /*c*/ ]
 _u529 ="\n\"" #é世
dynamic	  x-1  /*q*/ "lab"  {
    /* e */
type= [for ccc,v  in  "${x}"  . 世界: [  
	[] ,"${x}" , a[0]	 # c
] ]/* y */
ccc49=" sp %{if null[x ]//x y
}y%{ else }n%{endif }${ [ ] }" # t
 /* f
  g */
  }
  } #p
    a602=a["k"]
	type301 ="%{if x}y%{endif}"   [ a.b] # t
