    type= [    
	]
  dynamic  {
  resource/* c */  "a\u00e9" {
 in914="%{ if "${~/* m
 l */
-  -[]}" }y%{ else }n%{  endif~}%{if [
   
   ( "${~ x ~}" )] }y%{ else }n%{endif }%{if {
 true	=provider :: a:: b(  { },	"a$${b}",  "s"	) #世 
 true :[/* m
 l */
   a.0] # t
 "k k" = max (null	... )  #世 
} }y%{ else }n%{endif	}" # t
	bb578= [ ]  ||  "a$${b}" #é世
x-y996 ="$" # t
  } #p
  in906= <<EOT
x ${ y } z
  ind # no
  ${x [*].bb}
EOT
	in891 = a["k"] #é世
  } #p
	b	{
    dynamic {
foo243= "${~ a["k"] }%{ if "\n\""}y%{ else }n%{endif~}"   ?!x:[   ] 
 variable662 ={}/* y */
}
 a814   =" sp "//x
  x-y556= [ [] ] 
    true121=[ ]/* y */
	// d
  } #p
