    null419 = "s"
    世界447=max ( "" )/* y */
	x-y233 =[ 	a[0],"\n\""  ] #é世
	dynamic "l b"  "é"  { # o
 _u { null=f ( # c
[],""  , a [ 0 ]...# é
  )} # z
	dynamic{ # o
    type= [[	# é
  []/* c */, [] ,a[0] ] ]/* y */
/* h */ a881= "%{/* m
 l */
if provider::a::b(  [ ] ...) }y%{ else }n%{endif}" # t
  list258 = "${"%{ if "é 世" }y%{ else }n%{endif }" ~}a#b${~ a.*.b?
   -1: "%{if x}y%{endif}"~}" 
}
_u946 =!"%{if 2.5/* c */}y%{ else }n%{ endif ~}"
  ccc {list=[for x-y  in  ""
: ""  ] }
  }
    variable {
 dynamic  "a\tb" {
	type = in
	foo	 /*q*/ "​"  /*q*/ x-1 { }
	x-y294 =provider::a::b	(
   "${x}" [
"a$${b}" ] * {

} # c
 )
}
  }
