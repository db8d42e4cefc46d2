# `*` of so many items as only the run knows, and handlers of what does not fit.
# arguments: 1,2,3 4,5 7,8,10 1,2,3,4 1
# arguments:
import sys


def joined(a, b, c):
    return a + b + c


class Pair:
    def __init__(self, first, *rest):
        self.first = first
        self.rest = rest


rows = [word.split(",") for word in sys.argv[1:]]
for row in rows:
    try:
        print(joined(*row))
    except TypeError as error:
        print("TypeError:", error)
    try:
        print("{} then {}".format(*row))
    except IndexError as error:
        print("IndexError:", error)
    pair = Pair(*row)
    print(pair.first, pair.rest)
pairs = [(row[0], len(row)) for row in rows]
try:
    names, sizes = zip(*pairs)
    print(names, sizes, sum(sizes))
except ValueError as error:
    print("ValueError:", error)
for column in zip(*rows):
    print(column)
columns = list(zip(*[row for row in rows if len(row) == 3]))
print(columns, [len(column) for column in columns])
