resource { # o
resource {


    // d
  }
    true609=true ?a.b:	"%{if x}y%{endif}" 
}
 resource {  
    dynamic x-1  "lab" {

  type = "a$${b}" #é世
}
} #p
dynamic{ # o
  世界 {	var=[   ]/* c */}
  ccc597=   "%${~  [ { for in, v in a.*.b :/* m
 l */
true=> a[*].b } ,   f( 1 )] ~}%{# é
  if f(  [ ] , [

for 世界/* c */ in   "${x}":   "${~ x ~}" if "é 世" ]  ...) }y%{ else }n%{ endif ~}"
in197 =<<EOT
%{ if a }
q
%{endif}
%{for a in b~}
 ${a}
%{ endfor ~}
%{for a in b~}
 ${a}
%{ endfor ~}
EOT
	if497={for ccc, v in provider :: a:: b ( "\n\"")  : (  2.5 ) =>( -1) if {for null in "${x}"   : [ ]=> # c
"é 世" if "%{if x}y%{endif}" }}
    variable   x-1   "é" { # o
 type=( <<-EOT

x ${ y } z
  ind # no
EOT
  ) #é世
}
  }
    variable {
	foo122 = "//${
[ for x-y in [
] :
   "${~ []~}${  {}}"    if [  	{}  ] ] ~}${ "%{if x}y%{endif}" [*].é//x y
}" 
a910=[	 null, a.0	, in ]//x
resource /*c*/  {
	世界540=-{ }
    foo70  =/* c */[{ }  != { }, { 世界="é 世" #世 
 for:[] # t
 "${a}" =  [ ]//tt

},  "a$${b}"  
	? null  
	: a[0]	] 
	世界569 = /*c*/ (   {  in= a[0],
in =   "a$${b}"  ,
"${a}" =   {}} 	&& {
null=1 //tt
 variable :2.5//tt
bb=x//tt

})//x
	é83= "%{ if [] }y%{ else }n%{ endif }"//x
  }
  }
  in43= "${~ x ~}" # t
