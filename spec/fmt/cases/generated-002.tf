    type = -provider :: a:: b	(/* c */ a.*.b   ...	)[-1[a.*.b  
	] ?  {}  >= "${ x }" : "%{ if 1 }y%{ else }n%{endif~}%{  
	if x }y%{ else }n%{endif ~}${  
	"a$${b}"/* c */}"  ]//x
    type398=	[/* m
 l */
{
"k" ="a$${b}",var=[], if="é 世"
},"${~[ ]   ~}${~ a["k"]~}" , [  { },
{ }   ]]  * 1 
    x-y102={ foo="${~ x ~}",
(a.b) =[ ] 
}
    _u797="%{ # c
if a.0[ # c
a["k"]]}y%{ else }n%{endif}${ a[*].b ==  
	a.*.b}${[ a.b, 1, a . b]  }"/* y */
 a805={ true	:/* c */{in:2.5?2.5: x ,
 variable=<<-EOT
  EOT
} 
for=	[ for é in "${~ a["k"] ~}%{
if null}y%{ else }n%{endif }${~"a$${b}" ~}"
:"${~ # c
a [ 0 ]# é
  }" if { } . 世界
]
foo = ("${ x }" . if   )
}//x
