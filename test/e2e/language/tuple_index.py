# An index of the run into a tuple whose numbers are of several types: the error names a tuple.
# arguments: x
import sys

n = len(sys.argv) - 1
t = (1, 2.5, 4)
for k in [-1, -3, 2, 3, -4]:
    try:
        print(t[k * n])
    except IndexError as e:
        print(e)
