# A generator that a variable has is closed when the variable is gone.
# expect: COMPILE ERROR 12 finally
def numbers():
    try:
        yield 1
        yield 2
    finally:
        print("closed")


items = numbers()
for n in items:
    if n == 1:
        break
print("behind")
