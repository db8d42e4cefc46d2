# Tuples as keys: memo tables, visited places, n-grams of tuple(xs[i:i + n]).
# arguments: 5
# arguments: 3
import sys
import torch
# distances on a grid; memo tables; a visited set in a search; n-grams of tuple(xs[i:i + n])
n = int(sys.argv[1])
memo = {}
def paths(i, j):
    if i == 0 or j == 0:
        return 1
    return memo[i - 1, j] + memo[i, j - 1]
for i in range(n):
    for j in range(n):
        memo[i, j] = paths(i, j)
print(memo[n - 1, n - 1], len(memo))
frontier = [(0, 0)]
visited = {(0, 0)}
steps = {(0, 0): 0}
while frontier:
    x, y = frontier.pop(0)
    for dx, dy in ((1, 0), (0, 1), (-1, 0)):
        p = (x + dx, y + dy)
        if 0 <= p[0] < n and 0 <= p[1] < n and p not in visited and (p[0] + p[1]) % 4 != 3:
            visited.add(p)
            steps[p] = steps[(x, y)] + 1
            frontier.append(p)
print(len(visited), max(steps.values()), sorted(visited)[:3], sorted(steps.items())[-2:])
tensors = {}
for i in range(n):
    tensors[i, "w"] = torch.full((2,), float(i))
total = torch.zeros(2)
for (i, name), t in tensors.items():
    total += t * i
print(total, name)
edges = {}
for i in range(n):
    edges.setdefault((i % 3, i % 2), []).append(i)
print({k: sum(v) for k, v in edges.items()}, edges)
d1 = dict(edges)
d1.update({(7, 7): [1]})
print(len(d1), (7, 7) in d1, (7, 7) in edges)
x = {(1, 2), (3, 4)} | {(n, n)}
print((n, n) in x, len(x), (1, 2) in x)
tri = {}
text = "abracadabra" * n
for i in range(len(text) - 2):
    key = tuple(text[i:i + 3])
    tri[key] = tri.get(key, 0) + 1
print(len(tri))
letters = list(text[:n + 4])
counts = {}
for i in range(len(letters) - 1):
    context = tuple(letters[max(0, i - 1):i + 1])
    counts.setdefault(context, {})
    counts[context][letters[i + 1]] = counts[context].get(letters[i + 1], 0) + 1
for context, following in counts.items():
    print(context, len(context), following)
print(("a",) in counts, tuple(letters[:1]) in counts, tuple(letters) in counts)
ids = [ord(c) for c in letters]
windows = set()
for i in range(len(ids)):
    windows.add(tuple(ids[i:i + 2]))
print(len(windows), tuple(ids[:2]) in windows)
