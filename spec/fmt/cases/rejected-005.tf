_u191=max( ...)?provider :: a:: b ( [] ... ):<<-EOT

  ind # no
x ${ y } z
EOT
 // d
  variable740=-1 #é世
	ccc   {  }
