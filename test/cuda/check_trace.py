"""What a trace of Inputs/trace.py on two GPUs has to hold: python check_trace.py FILE."""
import json
import sys
from collections import defaultdict

events = json.load(open(sys.argv[1]))
names = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
lanes = defaultdict(list)
for event in events:
    if event.get("cat") in ("kernel", "gpu_memcpy"):
        lanes[names[event["tid"]]].append(event)


def end(event):
    return event["ts"] + event["dur"]


def meet(some, others):
    """Whether one of both runs at the same time."""
    return any(a["ts"] < end(b) and b["ts"] < end(a) for a in some for b in others)


for lane, spans in lanes.items():
    spans.sort(key=lambda event: event["ts"])
    for before, after in zip(spans, spans[1:]):
        # Thousandths are cut.
        assert end(before) <= after["ts"] + 0.002, (lane, before, after)
kernels = {
    gpu: [e for e in lanes[f"GPU {gpu} stream 1"] if e["cat"] == "kernel"] for gpu in (0, 1)
}
copies = {
    way: lanes[f"GPU {gpu} stream: {way}"]
    for gpu, way in (
        (0, "host to GPU 0"), (1, "host to GPU 1"), (1, "GPU 0 to GPU 1"))
}
product, activation, total = "trace.py:9:24: in stage", "trace.py:9:13: in stage", "trace.py:23:14:"
for gpu, expected in ((0, {product, activation}), (1, {product, activation, total})):
    places = {e["args"]["at"] for e in kernels[gpu]}
    assert places == expected, places
    # Each of six batches has three layers on each device.
    layers = [e for e in kernels[gpu] if e["args"]["at"] == activation]
    assert len(layers) == 18 and all("tanh" in e["name"] for e in layers), layers
# Six batches and a weight; a weight; what goes from one device to the other.
for way, count in (("host to GPU 0", 7), ("host to GPU 1", 1), ("GPU 0 to GPU 1", 6)):
    assert len(copies[way]) == count, (way, copies[way])
    for copy in copies[way]:
        assert copy["name"] == way and copy["args"]["bytes"] == 64 * 64 * 4, copy
        assert copy["args"]["at"].startswith("trace.py:"), copy
assert meet(kernels[0], kernels[1])
assert any(meet(spans, kernels[gpu]) for spans in copies.values() for gpu in (0, 1))
