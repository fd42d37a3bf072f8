    b  x-1   "lab"  { # o
  ccc { }
    list   "" { x-y={
("\n\"") =a [ 0 ] #世 

} } # z
  }
  b {  
	null925  =  "%{ if {} }y%{ else }n%{ endif/* c */~}%{if 1 }y%{ else }n%{	endif   ~}"
	dynamic { # o
list588 =( {for éx, v in "${ x }" : x => a[*].b...	}

)//x

 bb736="é 世".var #é世
  }
for631= [  -1  [*].for ,/* m
 l */
"lit"/* c */ ] # t
  // d
}
  resource /*q*/ ""  /*c*/ {
 type   =1e5 # t
 if{ é=[1e5,a["k"]] }
  var448= [# é
  for 世界 in "${"${ x }"}${ "\n\""//x y
~}": provider :: a:: b(   
	1e5 # é
  )   if "${  "${x}" }${"s"}//"] # t
	in491 = [    "${~ x ~}"?{ }
   :  a[*].b]/* y */
  }
  ccc595 = "lit${a . b }" ==   <<EOT


EOT
