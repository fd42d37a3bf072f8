	type181={ list  :([  ] ) #世 
 var=[[ []  ] , <<EOT
EOT
 ,[//x y
"",//x y
a [ 0 ],"s"]]//tt
ccc=f  (<<-EOT
text
  EOT
 ...)    #世 
}/* y */
  b  "a\tb"  ""    { # o
	_u319 = "lit${~a . b[ in ] ~}" 
 type =  "%{if a[0]/* m
 l */
}y%{ else }n%{endif~}${	true}//"  !=! f() ==[  ]/* y */
é441 = {
 list   =   a.*.b
 in :in
   "${a}":	"%{if x}y%{endif}"	
} 
// d
    var272 ="%{if x}y%{endif}"
  } #p
	bb953 ="${{
 bb	= a[0]?{ }:a . b
 true = "%{ if 1e5
}y%{ else }n%{ endif ~}"
}}%{if "${~ [ "${~ x ~}" , "","s"] ~}${f() # c
?a.0:"%{if x}y%{endif}"}"}y%{ else }n%{endif	~}${ {"k k": x[*].if 
 "k"  ="%" 
for:"${x}".*.for}~}"/* y */
    variable919 =a[0] # t
