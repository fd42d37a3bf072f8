	in897= {	for é in in ?
null :a.0  : "${~ x ~}" [{ }]  =>-1?a.0 :1e5  
	}
	for645 ="${~a[0] ~}//" ?"%{if x}y%{endif}"[in ]:provider :: a:: b (  
	...)/* y */
