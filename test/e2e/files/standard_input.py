# input() and sys.stdin: lines, their end, what is left.
import sys

import torch

torch.manual_seed(0)
layer = torch.nn.Linear(3, 2)
title = input()
print(title.upper())
count = 0
for line in sys.stdin:
    line = line.strip()
    if not line or line.startswith("#"):
        continue
    if line == "end":
        break
    words = line.split(",")
    x = torch.tensor([float(w) for w in words])
    y = layer(x)
    print(" ".join(f"{v:8.3f}" for v in y.tolist()))
    count += 1
print(count, "rows")
name = input("name? ")
print(repr(name), len(name))
print(repr(sys.stdin.readline()), repr(sys.stdin.readline()), repr(sys.stdin.read()), sys.stdin.readlines())
try:
    again = input("more? ")
    print(again)
except EOFError as e:
    print("\nno more:", e)
print(input())
