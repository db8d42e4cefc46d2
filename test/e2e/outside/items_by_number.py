# Objects that have __getitem__ alone: an IndexError, which only the run knows, ends a loop.
# arguments: ab c def
# arguments: abcde f
# arguments:
import sys
import torch
from torch.utils.data import Dataset

class Words(Dataset):
    def __init__(self, words):
        self.words = words
        self.x = torch.arange(float(len(words)))
    def __len__(self):
        return len(self.words)
    def __getitem__(self, i):
        w = self.words[i]
        print("get", i)
        return w, len(w)

class Squares:
    def __init__(self, n):
        self.n = n
    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i * i

ds = Words(sys.argv[1:])
for w, n in ds:
    print(w, n)
    if n > 3:
        break
total = 0
for i, (w, n) in enumerate(ds):
    total += n * i
print(total)
sq = Squares(len(sys.argv))
print([s for s in sq], list(sq), sum(sq), max(sq), [(a, b) for a, b in zip(sq, sys.argv[1:])])
for s in sq:
    for t in sq:
        if t > s:
            break
        print(s, t, end="; ")
print()
known = Squares(3)
print(list(known), [k for k in known])
