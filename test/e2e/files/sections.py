# Sections of settings: the name of the current one is None at first.
import heapq
import sys


def read(lines):
    sections = {}
    current = None
    for raw in lines:
        line = raw.split("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1]
            sections[current] = {}
        else:
            key, value = line.split("=", 1)
            sections[current][key.strip()] = value.strip()
    return sections


words = [line for line in sys.stdin]
found = read(words)
for name, values in found.items():
    print(name, values)
print(list(heapq.merge(sorted(found["net"]), sorted(found["run"]), ["a", "n"])))
print([x for x in heapq.merge([1, 4, 7], [2, 4], [9])], list(heapq.merge([5, 2], [4, 3], reverse=True)))
print(list(heapq.merge(["aaa", "b"], ["cc"], key=len)))
read(["x = 1"] + words)
