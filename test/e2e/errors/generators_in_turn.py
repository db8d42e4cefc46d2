# Items of two generators in turn are made at once: they may not print in between.
# expect: COMPILE ERROR 9 made
def numbers():
    for i in range(3):
        print("making", i)
        yield i


for a, b in zip(numbers(), numbers()):
    print(a, b)
