	type32 =a[*].b
 foo841= a.b # t
    if711 ={ for for, v in a[*].b  +a [ 0 ]: "${~ "s"}%{  if 2.5 }y%{ else }n%{endif }"=>max(...) ... if [ ]   +"s"   }
