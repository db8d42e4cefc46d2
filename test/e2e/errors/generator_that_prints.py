# What a generator gives is made at once: it may not print in between.
# expect: COMPILE ERROR 9 generator
def numbers():
    for i in range(3):
        print("making", i)
        yield i


for n in numbers():
    print(n)
