# Counters in lists and dicts of the run: what follows a word, or words that are tuples.
# arguments: a b a b c ab a b ccc
# arguments: xy xy
import sys
from collections import Counter, defaultdict
words = sys.argv[1:]
following = defaultdict(Counter)
for a, b in zip(words, words[1:]):
    following[a][b] += 1
for w in following:
    print(w, following[w], following[w].most_common(1), sum(following[w].values()), len(following[w]))
    c = following[w]
    c["new"] += 2
print({w: dict(c) for w, c in following.items()})
counters = []
for w in words:
    counters.append(Counter(w))
total = Counter()
for c in counters:
    total += c
    total.update(c)
print(total, counters)
by = {}
for w in words:
    by.setdefault(len(w), Counter())[w[0]] += 1
print(by)
best = None
for c in counters:
    if best is None or len(c) > len(best):
        best = c
print(best)
tri = defaultdict(Counter)
for i in range(len(words) - 2):
    tri[tuple(words[i:i + 2])][words[i + 2]] += 1
for ctx, c in tri.items():
    print(ctx, c, c["nothing"], ctx in tri, ("q", "r") in tri)
x = Counter(words) if len(words) > 3 else Counter("abc")
x["z"] += 1
print(x, x == Counter(words), following["none"] if "none" in following else Counter())
c = counters[0]
counters[0]["added"] = 5
print(c, counters[0] == c)
