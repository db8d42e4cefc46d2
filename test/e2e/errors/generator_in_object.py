# A generator that an attribute has is closed when the object is gone.
# expect: COMPILE ERROR 17 finally
def numbers():
    try:
        yield 1
        yield 2
    finally:
        print("closed")


class Source:
    def __init__(self):
        self.items = numbers()


source = Source()
for n in source.items:
    if n == 1:
        break
print("behind")
