"""Checks what Inputs/profiler.py exports. usage: check_profile.py FIRST SECOND [WHOLE]"""
import collections
import json
import sys


def load(path):
    with open(path) as file:
        events = json.load(file)
    return events, collections.Counter(e["name"] for e in events if e["ph"] == "X" and e["cat"] == "user")


first, users = load(sys.argv[1])
assert users == {"first": 3}, users
products = [e for e in first if e.get("cat") == "op" and "matmul" in e["name"]]
assert len(products) == 6, products
# The layer of each is within its record_function, on the same lane.
spans = [e for e in first if e.get("cat") == "user"]
inside = [p for p in products if any(s["tid"] == p["tid"] and s["ts"] <= p["ts"] + 0.002 and
                                     p["ts"] + p["dur"] <= s["ts"] + s["dur"] + 0.002 for s in spans)]
assert len(inside) == 3, inside
second, users = load(sys.argv[2])
assert users == {"inference": 1, "task": 2}, users
assert sum(e.get("cat") == "fork" for e in second) == 2
if len(sys.argv) > 3:
    # Here, steps that are not gathered, too, and what came behind the last.
    _, users = load(sys.argv[3])
    assert users == {"first": 9, "inference": 1, "task": 2, "ProfilerStep*": 7}, users
