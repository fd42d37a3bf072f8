  éx341 ={ for a, v in "é 世":a [ 0 ]//x y
=>-1 }/* y */

	resource /*q*/ x-1  { # o
  resource  {  
 /* e */
true134="" [*].éx 
  éx815 =[ ]
}
 dynamic{  
  é672  = 1e5 
  éx266   = { for ccc, v in {# é
  for bb in f(a [ 0 ] ,/* m
 l */
{ }, a[*].b  ) : provider :: a:: b (    ) =>{x-y : "${ x }"
   "k k" :"${x}" } ...	}: provider::a::b ([for 世界  in "s": a[*].b  ], "s" <=true/* m
 l */
,# é
  a [ 0 ] 	||"%{if x}y%{endif}"... ) => [for list,v  in  {for true, v in a["k"]/* m
 l */
: a.b=> a[*].b ...  }  
	:1e5.*._u  ] ... if a.0[[ ] ] }//x
	foo511= "${ [   [ ]] /*c*/ } sp ${ "lit${~  ( a.b ) }%{if "%{if x}y%{endif}" ?a [ 0 ]//x y
:{ }}y%{ else }n%{endif}"~}"
}
  }
