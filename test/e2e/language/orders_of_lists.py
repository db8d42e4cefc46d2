# Lists of the run in order, with numbers that have none.
import sys

rows = [[float(word) for word in line.split()] for line in sys.stdin]
for a in rows:
    print([(a < b, a <= b, a > b, a >= b) for b in rows])
pairs = [(len(row), row) for row in rows]
print(sorted(pairs[:2]), max(pairs[:2]))
try:
    print(({"k": rows[0]}, 1) > ({"k": rows[1]}, 1), (1, {}) >= (1, {"a": rows[0]}))
except TypeError as error:
    print("TypeError:", error)
