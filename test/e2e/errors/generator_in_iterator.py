# A generator that an enumerate() in a variable has is closed when that is gone; what its 'with' prints would tell.
# expect: COMPILE ERROR 18 with
class Told:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        print("closed")


def numbers():
    with Told():
        yield 1
        yield 2


numbered = enumerate(numbers())
for i, n in numbered:
    if n == 1:
        break
print("behind")
