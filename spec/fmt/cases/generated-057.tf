	é974=	<<-EOT
  ind # no
  ind # no
  EOT
    resource {  
 null252= "" #é世
}
  variable976   = f(
    /*c*/ [for var   in x:[ ]/* c */],[] ==a[0] ) # t
dynamic   "é"   "a\u00e9"  {
    var{ null=in  +"s"} # z
 b "​"  "​"    {
 for  "l b"  /*q*/ "lab" {/* c */é=true} # z
 bb186/* c */=(in  
	)/* y */
 世界{true=null  /	in   } # z
    type=a.b + 1[( /*c*/ a.0)/* m
 l */
]
/* e */
}
    resource{ # o
 ccc265 = "é 世"
    true855=-"${[ -1, true,# é
  a.0]~}%{ # c
if [ "\n\"", a["k"]]}y%{ else }n%{ endif/* c */}%{/* c */if f(  "%{if x}y%{endif}","${~ x ~}",/* m
 l */
a[*].b...# é
  )# é
  }y%{ else }n%{	endif~}"
  }
  // d
  } #p
	éx   { if={ /* c */bb =/* c */"a$${b}"}}
