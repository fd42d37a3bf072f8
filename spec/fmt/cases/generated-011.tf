	variable149/* c */=provider :: a:: b(
    a[*].b?a.*.b	: 1 # c
, "${  
	2.5

}" )
  type742 =  "${~x }${ a[*].b}"//x
    variable {  
	a379 =[]
bb "l b" {  } # z
  } #p
ccc79="${ a.0 }"
    dynamic /*q*/ "​"  {
	variable  /*q*/ ""  { # o
foo487 =<<EOT
  ${  a["k"]}
  ind # no
EOT
	var413 = x 
} #p
b {
	éx23= provider :: a:: b ( a . b  ) -"é 世"  || a.*.b # t
for459 =a[*].b.*.for/* y */
    var675 = f([]# é
  ...# é
  ) #é世


 list116=	[]
  }
    var270=[   {   ("${~ [ ] }${

"%{if x}y%{endif}"  ~}")= { for 世界, v in 1e5	: a.0 # c
=>"a$${b}"...  
	}
x-y= a.*.b [*].list 
},[ for foo  in "${~ "" ~}${~  
	a . b }": ""?a.*.b :{}  if { é ="\n\"" #世 
"é"= "${ x }"//tt

}] ,"${ -  -[]	~}"
   ] #é世
 foo536 =a . b.*.世界?{ "${a}"= { 世界   :a.*.b
é= "é 世" 
}}: [][*]._u
} #p