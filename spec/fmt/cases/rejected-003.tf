    list/* c */{/* c */ /*c*/ } # z
    # c
	b   /*q*/ "l b"  "​" {
   
}
 for184=- [ ].*.true//x
    null141 =<<-EOT
text
EOT
[  a . b == "\n\""]//x
