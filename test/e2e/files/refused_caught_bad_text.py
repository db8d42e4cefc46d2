# expect: COMPILE ERROR 6 run
try:
    f = open("x")
    text = f.read()
    print(text)
except UnicodeDecodeError:
    print(0)
