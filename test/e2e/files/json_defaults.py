# Defaults of get() that are empty, for values of JSON that only the run knows.
import json
import sys

tags = set()
for line in sys.stdin:
    event = json.loads(line)
    for tag in event.get("tags", []):
        tags.add(str(tag))
    sizes = event.get("sizes", {})
    print(event.get("tags", []), len(sizes), [f"{k}={int(v)}" for k, v in sizes.items()])
print(sorted(tags))

# A number is an int or a float, whatever the default is.
total = 0
counts = {}
for line in ['{"n": 2, "f": 3, "s": "ab", "b": true}', "{}", '{"n": 2.5, "f": 0.25}']:
    e = json.loads(line)
    n = e.get("n", 0)
    total += n
    print(n, e.get("f", 1.5), e.get("s", "none").upper(), e.get("b", False), e.get("n", 0) + 1, f"{e.get('f', 0.0):.2f}")
    if e.get("b", False):
        print("yes")
    counts[e.get("s", "?")] = counts.get(e.get("s", "?"), 0) + int(e.get("n", 1))
    print(max([e.get("n", 0), 3]), float(e.get("n", 0)), total)
print(total, counts)
