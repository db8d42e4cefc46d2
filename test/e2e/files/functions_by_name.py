# Functions, and values of several types, under a name that only the run knows; lists in order.
import sys

OPERATORS = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b}


def sub(a, b):
    return a - b


OPERATORS["sub"] = sub
rows = []
for line in sys.stdin:
    parts = line.split()
    if len(parts) < 3 or parts[0] not in OPERATORS:
        print("unknown", parts[:1])
        continue
    name, a, b = parts[0], int(parts[1]), int(parts[2])
    print(name, OPERATORS[name](a, b))
    rows.append([a, b, OPERATORS[name](a, b)])
print(sorted(rows), min(rows), max(rows))
print(rows[0] < rows[1], rows[0] <= rows[0], [1, 2] < [1, 2, 3], [2] > [1, 5], rows[0][:2] < rows[0])
print(sorted({len(parts): [parts] for parts in ["ab", "c"]}.items()))
