# `print(*values)` of lists whose length only the run knows.
import sys

rows = [line.split() for line in sys.stdin]
for row in rows:
    print(*row)
    print(len(row), *row, "end", sep=", ")
    print(*[f"{len(word):3d}" for word in row], sep="")
print(*rows, sep="\n")
print("none", *[word for row in rows for word in row if word == "x"], end="!\n")
print(*sorted(set(rows[0])), *range(2), *(1, "b"))
print(*"abc", *[1.5, None])
