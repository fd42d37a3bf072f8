 é /*q*/ ""   "é" { }
  var674= null 
	if805 = <<EOT
%{for a in b~}
 ${a}
%{ endfor ~}
  ind # no
x ${ y } z
EOT