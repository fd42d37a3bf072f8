  resource  "" {  
 variable	 lab {  
    世界687   = in  && -1 
null {}
  } #p
 éx538= f (...# é
  )//x
# c
  } #p
 /* e */
