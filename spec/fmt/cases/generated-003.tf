    type = "${ -{null=   "${x}",
in= { }}~}%{if { éx  = { } 
/* c */"${a}" =(-1)
 "k k" = [ /*c*/ f() ,  "${ x }"   ,1 ]}}y%{ else }n%{/* c */endif ~}"
    var919   ="${~[  ]  ~}%{//x y
if [/* m
 l */
# é
  in ,a[*].b,   ""] ?f() <= [ ]:   [/* c */for é  in  []  : a.0]}y%{ else }n%{   endif}${ provider :: a:: b /*c*/ (x [ a[0]]/* c */)# é
  }" 


	dynamic  /*q*/ "a\tb"   ""  { # o
    /* f
  g */
    resource  /*q*/ x-1  {

 éx667=null
variable809 =a [ 0 ] #é世
 var936=	"s" # t
  }
 resource  "a\u00e9"  {
 type = "${x}" [*].bb? /*c*/ "${x}" : [   [] ,x,"%{if x}y%{endif}"/* c */ ]
	x-y50 =   [ ]
  } #p
  }
  _u166=  -[  x.x-y, provider::a::b (  	{ },a.0

...), "%{ if {}}y%{ else }n%{endif }" ] #é世
