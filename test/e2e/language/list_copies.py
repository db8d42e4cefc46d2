# Lists that list(), slices and calls make, and that a loop of the run changes.
edges = [(0, 1, 4), (0, 2, 1), (2, 1, 2)]
nodes = ["a", "b", "c", "d", "e"]
ix = {"a": 0, "b": 1, "c": 2}
parent = list(range(3))
def find(x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x
order = [1, 2, 0]
for i in order:
    u, v, w = edges[i]
    ru, rv = find(u), find(v)
    if ru != rv:
        parent[ru] = rv
ready = [1, 2]
while ready:
    ready.pop()
print(parent, ready)

nodes = ["a", "b", "c"]
todo = list(nodes)
while todo:
    u = todo.pop(0)
    if u == "b":
        todo.append("d")
    print(u)

nodes = ["a", "b", "c"]
todo = nodes[:]
while todo:
    u = todo.pop(0)
    if u == "b":
        todo.append("d")
    print(u)

c = [1, 2, 0, 0]
while len(c) > 1 and c[-1] == 0:
    c.pop()
print(c)


def trim(*c):
    c = list(c)
    while len(c) > 1 and c[-1] == 0:
        c.pop()
    return c


print(trim(1, 2, 3), trim(1, 0))

seq = list("abac")
new = []
i = 0
while i < len(seq):
    if seq[i] == "a":
        new.append(seq[i] + seq[i + 1])
        i += 2
    else:
        new.append(seq[i])
        i += 1
print(new)
