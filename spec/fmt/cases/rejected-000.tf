   
  for891=  "${~ 1e5}${ "s"  ~}"
    for{}
 in798 = 1e5 .éx  >= ( provider :: a:: b	( ...))//x
