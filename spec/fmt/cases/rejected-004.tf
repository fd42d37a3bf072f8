   
 type{   in={ for="${x}"  #世 
"k k" :"\n\"" //tt
 in : x //tt
} }
	a {  }
