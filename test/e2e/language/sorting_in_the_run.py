# Sorting, max and min by keys that only the run knows.
import torch
from typing import List

torch.manual_seed(0)
values = torch.randint(0, 5, (9,)).tolist()
pairs = [(v, i) for i, v in enumerate(values)]
print(sorted(pairs), sorted(pairs, reverse=True))
print(sorted(pairs, key=lambda p: p[0]), sorted(pairs, key=lambda p: p[0], reverse=True))
print(max(pairs, key=lambda p: p[0]), min(pairs, key=lambda p: (p[0], -p[1])))
counts = {}
for v in values:
    counts[v] = counts.get(v, 0) + 1
print(sorted(counts.items()), sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])))
words = ["pear", "fig", "apple", "kiwi", "banana"][: int(torch.tensor(4))]
print(sorted(words, key=len), sorted(words, key=lambda w: w[-1]))
history = []
for e in range(6):
    history.append((e, (e - 2.5) ** 2))
print(min(history, key=lambda r: r[1]), max(history, key=lambda r: r[1]))
history.sort(key=lambda r: -r[1])
print(history)
tensors = [torch.full((2,), float(v)) for v in values[:4]]
print(sorted(tensors, key=lambda t: -t.sum().item())[0])
empty = [p for p in pairs if p[0] > 9]
print(sorted(empty, key=lambda p: p[1]))
losses = [float(torch.tensor(3.0)), 1.5, 2.5]
print(max(range(3), key=lambda i: losses[i]), max(counts, key=counts.get), max(counts.values()), max(values[0], values[1], key=lambda v: -v))
numbers = [p[1] * 0.5 for p in empty]
print(max(numbers, default=-1.0), min(numbers, default=7.5, key=lambda v: -v), max([], default=None), max(empty, default=(9, 9)), max(numbers + [2.0], default=0.5))
calls = []


def key(i):
    print("key", i)
    calls.append(i)
    return losses[i]


print(max([1, 0, 2], key=key), min([1, 2], key=key), calls)
print(max(["a", "b", "c"], key=lambda s: 2.0 if s == "a" else losses[ord(s) - 97]), max(3, 1, 2, key=lambda i: -losses[i - 1]))
nan = float("nan")
for start in [nan, 1.0]:
    floats = []
    for v in [start, 0.5, nan, 2.0]:
        floats.append(v * losses[1] / 1.5)
    print(max(floats), min(floats), max(floats[1:]), min(floats[2:]), max(floats, key=lambda v: -v))


@torch.jit.script
def in_script(v: List[float], i: List[int]):
    print(max(v), min(v), max(i), min(i), min(2, 2.5), max(i[0], v[1]), min(i[0], 9.5))


in_script(floats, [3, 1, 2])
in_script([nan, 1.0], values[:4])
print(min(empty, key=lambda p: p[0]))
