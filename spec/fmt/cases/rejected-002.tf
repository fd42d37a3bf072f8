/* h */     // d
  foo{if=<<-EOT
  EOT
 } # z
foo83 = f (  [] )//x
