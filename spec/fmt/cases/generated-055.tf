list586= x #é世
    for453 =a [ 0 ]
  b  {  
	true623 =1 #é世
   
a653= a[0]	._u/* y */
 世界 {if=( a [ 0 ]/* m
 l */
)}
  variable35= -1 /*c*/ [ a.b  ]/* y */
  }
 世界891= "${~ (in ? 2.5: a[0]) /*c*/ ~}" #é世
    resource{
    resource "​"  /*q*/ lab  {
	in535/* c */=in
type="${~-1   [ [] ] }"/* y */
  /* e */
  list809=max ([ ]

,a.*.b[*].世界,!("s") )/* y */
  }
	resource "​"   "" {  
 true539=/* c */"%{   if null  
	}y%{ else }n%{   endif }"?f()  ==	null: 2.5? "${x}":"\n\"" 
	if{ }
  ccc680 =f() /2.5
  }
    true558 =a["k"][*].null/* y */
 type=	2.5
  dynamic "lab"  {  
 in935=f()
  variable729="${~
!a.b }%{ if {
 _u = a["k"]  # t

}  
	}y%{ else }n%{ endif~}" [ /*c*/ <<-EOT
%{ if a }
q
%{endif}
%{for a in b~}
 ${a}
%{ endfor ~}
  EOT
] 
  true717= 1e5
foo416=!max(
	)
}
}