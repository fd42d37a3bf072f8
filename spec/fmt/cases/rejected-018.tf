 bb351 ="s" #é世
    variable519=  "%%{if a[0]}y%{ else }n%{ endif ~}${~true}" 
