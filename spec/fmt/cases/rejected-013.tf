/* h */  type = a[*].b
    x-y487="$${~
max (	 "${

a [ 0 ] # c
~}%{   if { }  }y%{ else }n%{ endif~}" )  ~}${ f() [   {

} ]~}"/* y */
