# A second loop would go on where the first one has left the generator.
# expect: COMPILE ERROR 12 second
def numbers():
    for i in range(3):
        yield i


items = numbers()
for n in items:
    if n == 1:
        break
for n in items:
    print(n)
