"""Checks the operations in a trace of Inputs/operations.py. usage: check_operations.py FILE THREADS"""
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)
spans = [e for e in events if e["ph"] == "X"]
operations = [e for e in spans if e["cat"] == "op"]
(product,) = [e for e in operations if "matmul" in e["name"]]
args = product["args"]
assert args["at"].startswith("operations.py:5:"), args
assert args["shapes"].startswith("f32[256,512], ") and args["shapes"].endswith("-> f32[256,384]"), args
# Two for each of 256 x 384 x 512, and with what is fused three for each element.
flops = 2 * 256 * 384 * 512
assert flops <= args["flops"] <= flops + 3 * 256 * 384, args
assert abs(args["GFLOP/s"] - args["flops"] / product["dur"] / 1e3) <= 0.01 * args["GFLOP/s"], product
assert args["bytes"] >= 4 * (256 * 512 + 256 * 384), args
assert any("exp" in e["name"] and e["args"]["at"].startswith("operations.py:11:") for e in operations), operations
# The run decides on this size.
(tanh,) = [e for e in operations if e["name"].startswith("tanh")]
assert tanh["args"]["shapes"].startswith("f32[200,512]") and tanh["args"]["flops"] >= 200 * 512, tanh
(user,) = [e for e in spans if e["cat"] == "user"]
assert user["name"] == "rows" and user["tid"] == tanh["tid"]
assert user["ts"] <= tanh["ts"] and tanh["ts"] + tanh["dur"] <= user["ts"] + user["dur"] + 0.002
# Operations of a lane lie beside each other, in the program.
(program,) = [e for e in spans if e["cat"] == "program"]
for tid in {e["tid"] for e in operations}:
    lane = sorted((e for e in operations if e["tid"] == tid), key=lambda e: e["ts"])
    for before, after in zip(lane, lane[1:]):
        assert before["ts"] + before["dur"] <= after["ts"] + 0.002, (before, after)
for part in (e for e in spans if e["cat"] == "part"):
    assert int(sys.argv[2]) > 1 and part["name"] in {e["name"] for e in operations}, part
