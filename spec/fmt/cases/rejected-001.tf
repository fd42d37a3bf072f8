bb941 =<<-EOT
  ind # no
EOT
 +   (  "%{ if 1 }y%{ else }n%{endif}a#b%{if true}y%{ else }n%{endif }" ) 
 resource "l b" {
  type = (a [ 0 ] # c
)/* y */
} #p
