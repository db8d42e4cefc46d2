# Texts that are repeated or filled up before int() reads them, under a handler of its error.
# arguments: x
import sys

n = len(sys.argv) - 1


def number(k):
    return int(("x" * (k + n - 1) + "1").rjust(4, "0"))


def padded(text):
    return int(text.ljust(3) + "7" * n)


try:
    print(number(0))
    print(number(1))
except ValueError as e:
    print("caught", e)
for word in ["", "123", "1"]:
    try:
        print(padded(word * n))
    except ValueError as e:
        print(e)
