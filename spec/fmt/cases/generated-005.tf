


    resource {
 世界634= f (//x y
a["k"], # c
{}  )	?"${ {} }%{/* m
 l */
if "${x}" }y%{ else }n%{endif~}${~ "${x}" ~}"   :! "s"  * {

}
	b   "é"  { # o
type = [  [for variable in x :"" 	]  -
   {

}, {  type =provider :: a:: b/* c */( 	a . b ,"a$${b}" ... ),
"é"={
},
 null : { for a, v in 1 : f() =>  2.5...} }, (true )? ( "%{if x}y%{endif}" ) : " sp "] 
	x-y483=  "${ x }"
	bb580=null # t
 bb373 ={
} #é世
  }
  }
  variable{ # o
 世界542="${x}"  /[ ] 
	type =("${~in }"  
	)
    /* h */ 	b /*q*/ "lab"  "é" { # o
  in   "​"   "l b" { for=a.*.b[ # c
a["k"]  
	] }
}
	dynamic {
in414=/* c */1e5
  }
  }
