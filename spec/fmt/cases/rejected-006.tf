 type = provider :: a:: b( ... )?	[ ] :"${1 ~}" #é世
 # c
	variable  { # o
  if75 = "%" #é世


  }
 // d
	x-y472= -1? null : [ ] # t
   