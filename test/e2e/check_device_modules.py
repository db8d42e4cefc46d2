"""Checks the modules in a trace of Inputs/module_devices.py. usage: check_device_modules.py FILE CATEGORY"""
import collections
import json
import sys

with open(sys.argv[1]) as file:
    spans = [e for e in json.load(file) if e["ph"] == "X"]
names = collections.Counter(e["name"] for e in spans if e["cat"] == sys.argv[2])
products = collections.Counter(e["args"]["module"] for e in spans if e["cat"] == "op" and "matmul" in e["name"])
for module in ("models.0", "models.1"):
    assert names[module] == names[module + " (backward)"] == 3, names
    for path, backward in ((module + ".a", 3), (module + ".b", 6)):
        assert products[path] == 3 and products[path + " (backward)"] == backward, products
