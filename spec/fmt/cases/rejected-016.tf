    if398={
for/* c */:[ ]
}//x
    true876=	[ for foo in    a . b . bb :"${~ a[0] ~}"
    if {
 _u= a.b,
 ("${x}")	=   -1 ,
"k" ="s"}]//x
