 variable  { # o
    resource "l b" {  

  foo{ éx=provider :: a:: b ( # c
 ) } # z
  }
  x-y975= "%{if "${ a . b # c
~}$" }y%{ else }n%{ endif~}%{if a.0?  
	"é 世":"s" }y%{ else }n%{ endif}${ null? "${ x }" :a.b ~}" # t
} #p
 type  =/* c */a . b # t
    ccc166=a.0
resource  /*q*/ "l b"  /*c*/ {
 _u596 =<<EOT
  ${ <<-EOT
  EOT
}
text
%{ if a }
q
%{endif}
EOT
    list957={ for 世界, v in {for variable in [  -1 , true # é
  ] :{for in in a.*.b:
   {}=>	null}	=>"lit${~"s"}" ... if max (	 ) }:"é 世"=> (   "%{//x y
if [] }y%{ else }n%{endif~}")... if -  -"%{if x}y%{endif}" /*c*/ ? /*c*/ a[0] :  in } # t
  } #p
    for540="a$${b}"  .*.世界 #é世
