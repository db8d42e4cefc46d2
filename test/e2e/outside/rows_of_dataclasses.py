# Dataclasses in lists of the run, and what is chosen of them.
# arguments: 5
# arguments: 8 3
# arguments: 0
import copy
import heapq
import sys
from dataclasses import asdict, dataclass, field, replace


@dataclass
class Row:
    name: str
    score: float
    tags: list = field(default_factory=list)
    rank: int | None = None

    def grade(self):
        return "A" if self.score > 50 else "B"


@dataclass(order=True)
class Pair:
    a: int
    b: str = "x"


@dataclass(frozen=True)
class Point:
    x: int
    y: int

    def moved(self, dx):
        return Point(self.x + dx, self.y)


n = int(sys.argv[1])
rows = [Row(f"r{i}", i * 37 % 101 + 0.5) for i in range(n)]
for i, r in enumerate(rows):
    if i % 2:
        r.tags.append(f"t{i}")
print(rows)
print([r.grade() for r in rows], Row("r1", 37.5, ["t1"]) in rows)
for rank, r in enumerate(sorted(rows, key=lambda r: -r.score)):
    r.rank = rank
print([(r.name, r.rank) for r in rows], [r for r in rows if r.rank == 0])

pairs = []
for i in range(n):
    pairs.append(Pair(i * 7 % 5, str(i)))
pairs.sort()
print(pairs, sorted(pairs, reverse=True)[:2])
if pairs:
    print(max(pairs), min(pairs), pairs[0] < pairs[-1], pairs[0] == Pair(0, "0"), Pair(0, "5") in pairs)

p = Pair(1) if n > 4 else Pair(2, "y")
print(p)
p.a += n
q = replace(p, b="q")
print(p, q, asdict(q), p == q, p is q, copy.copy(p) == p, copy.copy(p) is p)

points = [Point(i, -i) for i in range(n)]
points = [point.moved(10) for point in points if point.x != 2]
print(points, Point(11, -1) in points)

queue = []
for i in range(n):
    heapq.heappush(queue, (i * 5 % 7, i, Row(f"q{i}", float(i))))
while queue:
    priority, _, row = heapq.heappop(queue)
    print(priority, row.name, end=" ")
print()
