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
