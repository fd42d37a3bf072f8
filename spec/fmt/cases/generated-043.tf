  a111	= "%{/* m
 l */
if {  type: {for type, v in "":2.5=>"é 世"...} 
_u =[

for x-y,v  in  "${x}":/* m
 l */
1] }}y%{ else }n%{endif }${~ "${ [ for type  in  "\n\"":"${ x }" ]~}"	~}" 
	variable  /*q*/ ""  /*q*/ "​" { # o

    null593 = provider :: a:: b(

 { }, ""/* c */, x ) # t
    true20=	[   ]    == max (" sp %{//x y
if {} }y%{ else }n%{endif /*c*/ }${/* m
 l */
a.0 }"//x y
,<<EOT
x ${ y } z
text
  ind # no
EOT
...)//x
	/* h */   } #p
  é500=-  -true
  b /*q*/ "é"    {
  type349= <<-EOT

EOT
    b    { # o
	世界   "" { }


	_u931=  "s"
if287 = "${[] }" #é世
}
  _u669 =in 
null706 =	"a$${b}"
} #p
 in47= <<EOT

EOT
