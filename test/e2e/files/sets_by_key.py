# Sets in dicts and lists of the run, and sets that a path or a loop chooses.
import sys
from collections import defaultdict

edges = [line.split() for line in sys.stdin if len(line.split()) >= 2]
graph = {}
follows = defaultdict(set)
for edge in edges:
    graph.setdefault(edge[0], set()).update(edge[1:])
    for other in edge[1:]:
        graph.setdefault(other, set()).add(edge[0])
    for a, b in zip(edge, edge[1:]):
        follows[a].add(b)
for a in sorted(follows):
    print(a, sorted(follows[a]), len(follows[a]))


def reach(start):
    seen = {start}
    frontier = {start}
    steps = 0
    while frontier:
        new = set()
        for u in frontier:
            for v in graph[u]:
                if v not in seen:
                    seen.add(v)
                    new.add(v)
        frontier = new
        steps += 1
    return len(seen), steps


for node in sorted(graph):
    print(node, reach(node))

common = None
for edge in edges:
    words = set(edge)
    if common is None:
        common = words
    else:
        common &= words
print(sorted(common) if common else [])

groups = [set() for _ in range(3)]
for i, edge in enumerate(edges):
    groups[i % 3].update(edge)
print([sorted(group) for group in groups])

lengths = {}
for node in graph:
    lengths.setdefault(len(node), set()).add(node)
listed = [lengths[n] for n in sorted(lengths)]
listed[0].add("zzz")
print(sorted(lengths[min(lengths)]), [len(group) for group in listed])
listed[0].clear()
print(len(lengths[min(lengths)]), lengths[min(lengths)] == set())
listed[1] &= {"apple", "cat"}
listed[-1] -= listed[-1]
print([sorted(group) for _, group in sorted(lengths.items())])
both = set()
for n in lengths:
    both |= lengths[n]
long = {word for word in both if len(word) > 3}
print(sorted(both), sorted(long), sorted(both - long), max(len(word) for word in both))
print(sorted(word.upper() for word in both), any(word == "cat" for word in both))

# Small numbers are in order.
sizes = []
for edge in edges:
    sizes += [len(word) for word in edge]
for size in set(sizes):
    print(size, sizes.count(size))
print({size: sizes.count(size) for size in set(sizes)})
