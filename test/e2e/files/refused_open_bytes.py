# expect: COMPILE ERROR 2 bytes
f = open("x", "rb")
