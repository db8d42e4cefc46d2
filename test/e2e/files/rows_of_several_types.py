# Rows of texts and numbers in a list of the run: sorted, changed, written.
import csv
import sys
from collections import Counter

import numpy as np

rows = []
numbers = []
kinds = {}
for line in sys.stdin:
    name, length, count = line.split()
    if name not in kinds:
        kinds[name] = len(kinds)
    rows.append([name, float(length), int(count) + 1, "x"])
    numbers.append([float(length) / 2, float(count), kinds[name]])
print(rows)
print(numbers, np.array(numbers, dtype=np.float32))
rows.sort(key=lambda r: -r[1])
for r in rows:
    print(r[0] + "!", r[1] / 2, r[2] * 2, len(r), r[:2], [type(v).__name__ for v in r])
print(sum(r[1] for r in rows), max(rows, key=lambda r: r[2])[0], sorted(numbers))
rows[0][2] = 5
print(rows[0], rows[-1][3])
csv.writer(sys.stdout).writerows(rows)
words = Counter(str(r[0]) for r in rows)
print(dict(words), dict(words) == words)
