 variable216=<<EOT
  ind # no
  ind # no
%{ if a }
q
%{endif}
EOT
 [2.5[ []
   ]] # t
