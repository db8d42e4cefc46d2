# Lists of the run unpacked with `*`, and dicts of pairs of the run.
import sys
words = input().split()
cmd, *rest = words
print(cmd, rest, len(rest))
first, *middle, last = words
print(first, middle, last)
*start, end = [int(w) for w in words[1:]]
print(start, end, sum(start))
for name, *values in [input().split(), input().split()]:
    print(name, values)
rows = [line.split() for line in sys.stdin]
for *features, label in rows:
    print([float(f) for f in features], label)
counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
by_key = dict(sorted(counts.items()))
print(by_key)
by_key["zz"] = 4
print(by_key, len(by_key), counts)
print(dict(zip(words, range(10))))
print(dict(sorted(counts.items(), key=lambda kv: -kv[1])))


def lengths():
    return dict([(w, len(w)) for w in words])


print(lengths())
a, *b = words[4:]
print(a, b)
