# A generator expression has its items at once: what it goes over may not print.
# expect: COMPILE ERROR 8 made
def numbers():
    for i in range(3):
        print("making", i)
        yield i

for n in (n * 2 for n in numbers()):
    print(n)
