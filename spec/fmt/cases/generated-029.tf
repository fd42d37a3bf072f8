 in804= { } !=[    "\n\""[*].true ,   "\n\""? 1:	1/* c */,{/* c */x-y=f() # t
} ] 
variable {
    type=   [ ][ "${

{ foo: "${~ x ~}",("")	=/* c */"${~ x ~}",é	: a . b
}

~}$${2.5? 1e5: a[*].b ~}"/* c */] #é世
in360= ""/* y */
    b { # o
  in583=max ( /*c*/  { } . variable , {
"k k": a[*].b #世 
true	= 1 # t
if :a.0//tt
},  {

}  )
    /* f
  g */
    /* h */  variable725  = {

for var in { for foo in [ # c
"" ,

"s" ]  : "a$${b}"?a[0] :  1e5//x y
=>"${ /*c*/ null/* c */}"... if [ /*c*/ for a,v  in true   : "\n\"" ]//x y
} :{ccc=[

a[*].b   ,1 ] }	=>[/* c */{
 in="${~ x ~}"
} , " sp ",  [/* c */for _u ,v  in  "": "s"  if "a$${b}"	] //x y
] ...
   } #é世
    if203 ="${~	[  a.b, true   ]~}" # t
}
 # c
 ccc /*q*/ lab { } # z
  }
