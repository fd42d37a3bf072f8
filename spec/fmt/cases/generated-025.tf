 variable  "a\u00e9"  /*q*/ "lab" { # o
  foo  x-1   "​" {type="%{if x}y%{endif}"   [//x y
[ ]]} # z
for "a\tb"  /*q*/ "a\tb" { }
	resource /*q*/ lab { # o
 list723  ={ } # t
	é690 =provider::a::b (	)//x
  type607={
} #é世
  }
} #p
  b  /*q*/ "a\tb"  "l b"    {
type="${~//x y
a . b
   }%{ if a[*].b }y%{ else }n%{   endif ~}//" 
  foo265 ="" 
  世界162=(a [ 0 ]   ?"é 世"
: -1
   ) #é世
 if53= [

for é,v  in  f() : f()]//x
  }
    b  x-1  { # o
  variable   {
    bb581 = !{ }  >=a [ 0 ]/* y */
type= <<-EOT
  ind # no
x ${ y } z

EOT
} #p
  type= "${~ x ~}"/* y */
 if/* c */ "​"  x-1 {	_u=true % a[*].b }
   
  世界  /*q*/ "​"  "lab" { if={} ?"s":a.*.b } # z
} #p
	resource  "​"  "l b"  {
foo225=/* c */"${~//x y
"" ~}${
   a[0]  
	}" 
    list549="${x}"
é737 /*c*/ ={ 
}  <= "//%{ if in}y%{ else }n%{endif }"
_u222 ="${ "${"${x}" ~} sp %{  if "é 世"}y%{ else }n%{endif}"}" 
  }
	ccc853 = x
