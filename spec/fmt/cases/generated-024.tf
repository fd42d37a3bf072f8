    variable {
	dynamic ""   x-1 {
  a76 = "${~/* c */<<-EOT
text
%{for a in b~}
 ${a}
%{ endfor ~}
%{for a in b~}
 ${a}
%{ endfor ~}
  EOT
 }${   "" }${~ a["k"] +/* c */2.5[ max(//x y
) ]
   }"


 if{/* c */} # z
} #p
	resource/* c */  x-1 {  
  type  = [] [*].éx
    世界151 = "${~ a.*.b}%{if a.b  
	}y%{ else }n%{endif~}${ "\n\""~}"
    for   ""   "é" { }
é643=[ ]
  }
  for802=1e5? in:	"${ x }"//x
	variable  "a\tb"   "a\u00e9" {  
for "é"  /*q*/ x-1 { _u=!"é 世"}
  for757= null//x

    bb	 /*q*/ "a\u00e9" {   var=!"${x}" /*c*/ }
}
// d
} #p
  type/* c */= { for _u in "%{if x}y%{endif}" ?/* c */1e5//x y
: # c
a.*.b[ ( true ) ]  : {
true  :   - a[0]  #世 

}=>"é 世"	[	"a$${b}" ]  [null  / # c
a.b
   ] ... if <<-EOT
x ${ y } z
%{ if a }
q
%{endif}
  EOT
}
	true762=[ for x-y,v  in   2.5:  
	x /*c*/  if a["k"] ]//x
 /* h */ 世界818=[]/* y */
