# expect: COMPILE ERROR 2 UTF-8
f = open("x", encoding="latin-1")
