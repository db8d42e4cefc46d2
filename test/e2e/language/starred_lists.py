# `a, *b = value` of a list of the run.
import sys

head, *rows = sys.stdin.readlines()
print(head.split(), len(rows), rows[-1])
for row in rows:
    name, *numbers, last = row.split()
    print(name, [float(x) for x in numbers], last)
*front, end = rows[0].split()
print(front, end)
a, *b = rows[0].split()
print(a, b)
c, d, *e = rows[1][:1].split()
print(c, d, e)
