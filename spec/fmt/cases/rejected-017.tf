	世界 /*q*/ "lab" { ccc=<<EOT
%{for a in b~}
 ${a}
%{ endfor ~}
  ${a[0]}
  ind # no
EOT
 }
