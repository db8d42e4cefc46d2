# Python does not show the generator an error of the loop over it.
# expect: COMPILE ERROR 6 handler
def numbers():
    for i in range(3):
        try:
            yield i
        except ValueError:
            print("caught")


try:
    for n in numbers():
        if n == 1:
            raise ValueError("mine")
except ValueError as e:
    print(e)
