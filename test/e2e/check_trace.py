"""Checks the trace of Inputs/devices.py on two logical CPUs. usage: check_trace.py FILE"""
import collections
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)
lanes = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
assert {"host", "cpu:0: cuda:0", "cpu:1: cuda:1"} <= set(lanes.values()), lanes
spans = [e for e in events if e["ph"] == "X"]
(program,) = [e for e in spans if e["cat"] == "program"]
assert lanes[program["tid"]] == "host"
end = program["ts"] + program["dur"]
for span in spans:
    assert span["dur"] >= 0 and span["ts"] >= program["ts"], span
    if span["cat"] in ("queue", "copy", "wait") and span["name"] != "devices":
        assert "devices.py:" in span["args"]["at"], span
# Calls of a device are on its lane and do not overlap there.
for name in ("cpu:0: cuda:0", "cpu:1: cuda:1"):
    calls = sorted((e for e in spans if e["cat"] == "queue" and lanes[e["tid"]] == name), key=lambda e: e["ts"])
    assert calls
    for before, after in zip(calls, calls[1:]):
        assert before["ts"] + before["dur"] <= after["ts"] + 0.002
# x goes to cuda:0 in each of eight steps, and its 6 x 3 numbers are 72 bytes.
copies = [e for e in spans if e["name"] == "cpu:0 to cuda:0" and e["args"]["bytes"] == 72]
assert len(copies) == 8, copies
# An arrow that ends has begun; what nobody waits for may not run before the end.
begun = collections.Counter(e["id"] for e in events if e["ph"] == "s")
ended = collections.Counter(e["id"] for e in events if e["ph"] == "f")
assert ended <= begun and ended.total() >= 40, (begun, ended)
