# Lists, dicts and sets under keys that only the run knows, which are empty where they are made.
import sys
from collections import Counter, defaultdict

import torch

lines = [line.split() for line in sys.stdin]


def by(key, words):
    groups = {}
    for word in words:
        groups.setdefault(key(word), []).append(word)
    return groups


index = defaultdict(list)
count = defaultdict(int)
pairs = defaultdict(lambda: defaultdict(int))
place = defaultdict(dict)
running = defaultdict(lambda: [0, 0.0])
tensors = {}
paragraphs = [[]]
for n, words in enumerate(lines):
    if not words:
        paragraphs.append([])
    for i, word in enumerate(words):
        index[word].append((n, i))
        count[word[0]] += 1
        place[n][word] = i
        running[word][0] += 1
        running[word][1] += len(word) * 0.5
        paragraphs[-1].append(word)
        if word[0] not in tensors:
            tensors[word[0]] = []
        tensors[word[0]].append(torch.tensor([float(len(word)), 1.0]))
    for a, b in zip(words, words[1:]):
        pairs[a][b] += 1

for word, places in sorted(index.items()):
    print(word, places, [n for n, _ in places], running[word])
print(dict(count), len(index))
print("nope" in index, index.get("nope", []), index["nope"], "nope" in index)
del index["nope"]
print(sorted(index, key=lambda word: (-len(index[word]), word))[:3])
for a in sorted(pairs):
    print(a, [(b, pairs[a][b]) for b in sorted(pairs[a])])
print({n: sorted(words.items()) for n, words in sorted(place.items())})
print(paragraphs, max(len(p) for p in paragraphs))
for letter in sorted(tensors):
    print(letter, torch.stack(tensors[letter]).mean(0))

words = list(index)
print(by(len, words))
print(sorted(by(lambda word: word[0], words).items()))
index["fig"].extend([(9, 9), (8, 8)])
index["fig"] += [(1, 2)]
print(index["fig"].pop(), index["fig"])

# What nothing is put into stays empty.
empty = {}
for word in words:
    empty[word] = []
print(empty["fig"], len(empty["fig"]), [x for x in empty["fig"]], sum(empty["fig"]), empty)
try:
    print(empty["fig"][0])
except IndexError as error:
    print("IndexError:", error)

nested = {}
for word in words[:3]:
    nested[word] = []
    for letter in word:
        nested[word].append([])
        nested[word][-1].append(letter)
print(nested)

statistics = {}
for word in words:
    statistics.setdefault(word[0], {"n": 0, "letters": 0})
    statistics[word[0]]["n"] += 1
    statistics[word[0]]["letters"] += len(word)
print(statistics)
c = Counter()
for word in words:
    c[len(word)] += 1
print(sorted(c.items()))
