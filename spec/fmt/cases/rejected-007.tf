bb671= -1 ? x: 1 #é世
type = [  "%{if a . b	}y%{ else }n%{ endif~}a#b${~a.b ~}" [ [  ] ]  , [  ""[-1], "${~true~}"   , max(... )	]]
