x-y625   ="${~a.b}//%{ if a[0]	}y%{ else }n%{endif ~}"/* y */
	variable  {  
  /* f
  g */
	dynamic {


	# c
  variable891= "${ x }"
ccc { }
  type="${~ x ~}"
  }
    list951 ={for _u in provider :: a:: b (): "%{ if [] }y%{ else }n%{ endif~}"=>   f ( f( //x y
a[*].b	, "${ x }"

, a [ 0 ] ) , provider :: a:: b  (  2.5 ,/* m
 l */
a.b ,true... ) , /*c*/ "lit"   
	)... if <<-EOT
text
x ${ y } z
  EOT
[null ?   in # c
:/* m
 l */
x] }//x
 /* h */  dynamic	{
 éx253="%{if [ "${ x }"  ]}y%{ else }n%{endif }//"
    é783 =[{ for in, v in a.0:  [ ]
   =>a . b} , true ?/* m
 l */
f() : "${~ x ~}",	"${~ x ~}" ] 
    list504=  <<EOT

EOT
  }
  } #p
