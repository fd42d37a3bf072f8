 resource  ""   ""    {  
    foo353= /*c*/ "s"
  if707= "${x}"
 var326=-  -a [ 0 ]
	é846={
} 
}
	for { }
	variable {  
  true /*q*/ "l b"  /*q*/ "l b" {null=[ for in,v  in   {}: "s"  # c
]}
list480/* c */=f( <<-EOT

  ind # no
EOT

   )
# c
世界	  x-1 {}
 true970= "${~a.b ~}lit${~/* m
 l */
a.*.b  >= "s"~}" #é世
}
 variable	{
    foo226= {for for in a [ 0 ] :[]  
	=> in ... } # t
var{é=! 2.5}
/* h */   b{
  /* e */
  éx724= { }?  {}:a [ 0 ]//x
  list993 = { é/* c */= [for éx,v  in  "\n\""# é
  : a.*.b ]
} #é世
  null710= <<-EOT

EOT
}
  }
type806 = [/* c */"${a["k"] . ccc ~}"  ,
{for 世界, v in "%{if x}y%{endif}"

:	{}=> "\n\"" ...} +   a[*].b [ [ ] ]  , {	for var in [
  
	"s",true ,"a$${b}" ]/* m
 l */
:{ variable="é 世","é":"s" ,_u: "é 世"} =>	""... if ! ""  
	}  ] # t
