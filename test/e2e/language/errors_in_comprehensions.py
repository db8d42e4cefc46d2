# What an element, a condition or a row of a comprehension raises is caught.
import sys

lines = sys.stdin.read().split("\n")
for line in lines:
    words = line.split()
    try:
        vals = [float(w) for w in words]
        print(vals, sum(int(w) for w in words))
    except ValueError as e:
        print("row", e)
    try:
        print(list(map(int, words)), sorted(map(int, words), reverse=True))
        print(",".join(str(int(w) * 2) for w in words), len(set(int(w) for w in words)))
    except ValueError as e:
        print("map", e)
    try:
        big = {w: int(w) for w in words if float(w) > 1}
        print(sorted(big.items()))
        print([(i, int(w)) for i, w in enumerate(words) if w != "abc"])
        print([[int(c) for c in w] for w in words])
        print([int(a + b) for a in words[:2] for b in words if int(b) > 3])
    except ValueError as e:
        print("filter", e)
    try:
        print(list(filter(lambda w: int(w) > 2, words)))
        print(sorted(words, key=lambda w: -int(w)))
        print(list(reversed([int(w) for w in words])), all([int(w) > 0 for w in words]))
    except ValueError as e:
        print("lambda", e)


def read(table):
    """The rows that are numbers, and how many are not."""
    rows, bad = [], 0
    for line in table:
        try:
            rows.append([float(w) for w in line.split()])
        except ValueError:
            bad += 1
    return rows, bad


def total(line, default):
    try:
        return sum([int(w) for w in line.split()]) if line else default
    except ValueError:
        return -1


rows, bad = read(lines)
print(rows, bad)
print([total(line, 7) for line in lines])
