"""Checks the modules in a trace of Inputs/module_paths.py. usage: check_module_paths.py FILE"""
import collections
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)
spans = [e for e in events if e["ph"] == "X"]
tasks = collections.Counter(e["name"] for e in spans if e["cat"] == "fork")
expected = [path + way for way in ("", " (backward)") for path in
            [f"models.{i}{cell}" for i in range(3) for cell in ("", ".cell_f")] + ["apply(deep)"]] + ["double"]
assert tasks == {name: 5 for name in expected}, tasks
products = collections.Counter(e["args"]["module"] for e in spans if e["cat"] == "op" and "matmul" in e["name"])
cells = [f"models.{i}.{cell}.lin" for i in range(3) for cell in ("cell_f", "cell_b")]
# A module of two names has its first one; that of a task's argument goes on from the task.
once = cells + ["deep.w", "deep.inner.w", "apply(deep).Deep.w", "apply(deep).Deep.inner.w"]
for path, count in [(path, 5) for path in once] + [("layers.0", 10), ("layers.2", 10)]:
    assert products[path] == count, (path, products)
    # By the weight and by what goes in, which the first ones have no gradient of.
    back = products[path + " (backward)"]
    assert count <= back <= 2 * count, (path, products)
assert {path.removesuffix(" (backward)") for path in products} == {*once, "layers.0", "layers.2"}, products
# Operations of a task lie in it, on its thread.
task_spans = collections.defaultdict(list)
for e in spans:
    if e["cat"] == "fork":
        task_spans[e["tid"]].append(e)
for e in spans:
    if e["cat"] != "op":
        continue
    path, way = (e["args"]["module"].split(" ") + [""])[:2]
    around = [t for t in task_spans[e["tid"]]
              if t["ts"] <= e["ts"] + 0.002 and e["ts"] + e["dur"] <= t["ts"] + t["dur"] + 0.002]
    if path.startswith("models."):
        inner = min(around, key=lambda t: t["dur"])
        name, task_way = (inner["name"].split(" ") + [""])[:2]
        assert (path + ".").startswith(name + ".") and way == task_way, (e, inner)
