    variable  {
  b {
  /* f
  g */
    true686 =	"${~"\n\""  
	~}%{ if { }}y%{ else }n%{endif   }" ||{
 ccc = a.*.b ,
 foo =[ ] 
} #é世
   
	_u300="%{/* c */if [ ]}y%{ else }n%{ endif	}"  ==a . b   [ a . b] 
  } #p
variable   "é"  "l b" { # o
    type381 = max   ( {
},<<-EOT
EOT
,
   {  
	for list in a.b: "${~ x ~}"=> []... /*c*/ }...  ) [//x y
[<<-EOT
x ${ y } z
EOT
, a[*].b <="%{if x}y%{endif}",[]]   ] #é世
	世界    /*q*/ ""  "​" { }
  if768 =/* c */-1 #é世
  }
    foo543  = a[*].b [a.b ]
	dynamic{ # o
    if /*q*/ "l b" {	true="% sp %{if "é 世" }y%{ else }n%{endif   ~}" } # z
} #p
   
  }
    ccc436=f ( 

("${~2.5 }"   )
   ,-a.0 ["${~	x }" ]  
	...)
