# Rows that were None before they were written are walked over, in zip and comprehensions, too.
import random

rows = []
for i in range(6):
    if len(rows) < 4:
        rows.append(None)
    rows[i % 4] = (i, float(i) / 2, [i, i + 1])
random.seed(0)
batch = random.sample(rows, 3)
first, second, third = zip(*batch)
print(first, second, third)
print([sum(part) for part in zip(first, second)])
print([value for value in rows[1]], [value for value in rows[2]], list(rows[3])[0])


def halves(row):
    return [value / 2 for value in row]


pairs = [None, None]
print(pairs)
for k in range(2):
    pairs[k] = [k, k + 1]
for pair in pairs:
    print(halves(pair))
