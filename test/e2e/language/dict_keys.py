# Keys that are tuples or members of enums, known at run time only.
from enum import Enum

import torch


class Phase(Enum):
    WARM = 0
    MAIN = 1


class Kind(Enum):
    A = "a"
    B = "b"


def phase(t):
    return Phase.WARM if t < 5 else Phase.MAIN


counts = {Phase.WARM: 0, Phase.MAIN: 0}
names = {Phase.WARM: "warm", Phase.MAIN: "main"}
for t in range(30):
    counts[phase(t)] += 1
    if t % 10 == 0:
        print(t, names[phase(t)], phase(t) in names)
print(counts[Phase.WARM], counts[Phase.MAIN])
x = torch.tensor([1.0, -1.0])
kinds = {Kind.A: 10, Kind.B: 20}
for i in range(2):
    print(kinds[Kind.A if x[i] > 0 else Kind.B])

R = {(0, 0): torch.tensor(0.0)}
for i in range(1, 4):
    R[(i, 0)] = R[(i - 1, 0)] + 1
print(len(R), (3, 0) in R, (3, 1) in R, R[3, 0])
table = {}
for i in range(3):
    for j in range(3):
        table[i, j] = i * j + (table[i - 1, j] if i > 0 else 0)
print(table[2, 2], table)
points = {(0, 1): "x", (1, 0): "y"}
at = (int(x[0].item()), 0)
print(points[at], (at[1], at[0]) in points, points[(1.0, False)])
