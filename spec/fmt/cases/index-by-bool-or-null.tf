a = b[true]
c = b[null]
