# What a `for` can run over.
from typing import List

import torch


@torch.jit.script
def over(x: torch.Tensor, words: List[str], n: int):
    for row in x:
        print(row.sum().item())
    for i, w in enumerate(words):
        print(i, w)
    for i, w in enumerate(words, 5):
        print(i, w)
    for a, b in zip(words, [1, 2, 3]):
        print(a, b)
    for i, (a, b) in enumerate(zip(range(n), words)):
        print(i, a, b)
    for i in range(2, 12, 4):
        print(i)
    for i in range(n, 0, -2):
        print(i)
    for c in "ab":
        print(c)
    for t in (1, 2.5, "three"):
        print(t)
    for k, v in {"x": 1, "y": 2}.items():
        print(k, v)
    squares = [i * i for i in range(n)]
    lengths = [len(w) for w in words]
    named = {w: len(w) for w in words}
    print(squares, lengths, named)


over(torch.arange(6).reshape(3, 2), ["one", "three"], 3)
over(torch.ones(1, 4), ["z"], 5)
for i, x in enumerate(torch.tensor([1.5, 2.5])):
    print(i, x)
print([int(v) for v in torch.arange(3)], list(zip([1, 2], "ab")), [x for x in range(10) if x % 3 == 0])
print([(i, j) for i in range(2) for j in range(i + 1)], dict(zip("ab", [1, 2])), list(enumerate("xy")))
print(sum(x * x for x in range(4)), max(len(w) for w in ["a", "bcd"]), any(x > 2 for x in [1, 2]))
