"""Runs tine-trace on broken traces. usage: hostile.py TRACE TOOL WORK

Each is the trace with bytes changed, or numbers that no run writes. The tool may say what it likes, but
not end by a signal or take long.
"""
import random
import subprocess
import sys

trace, tool, work = sys.argv[1:]
text = open(trace, "rb").read()
draw = random.Random(5)


def check(content):
    with open(work, "wb") as file:
        file.write(content)
    run = subprocess.run([tool, work, "--svg", work + ".svg"], capture_output=True, timeout=60)
    assert run.returncode in (0, 1), (run.returncode, run.stderr)


for _ in range(150):
    changed = bytearray(text)
    for _ in range(draw.randrange(1, 20)):
        changed[draw.randrange(len(changed))] = draw.randrange(256)
    check(bytes(changed))
span = b'{"ph":"X","pid":1,"tid":%s,"cat":"op","name":"x","ts":%s,"dur":%s,"args":{"flops":%s}},\n'
for numbers in (b"1e308", b"-1", b"1e-320", b"0", b"99999999999999999999", b'"1"', b"null", b"1e14"):
    for place in range(4):
        parts = [b"1", b"2", b"3", b"4"]
        parts[place] = numbers
        check(b"[\n" + span % tuple(parts) + span % tuple(parts))
# Very many lanes, very deep spans, arrows of one number.
check(b"[\n" + b"".join(span % (b"%d" % i, b"1", b"2", b"3") for i in range(9000)))
check(b"[\n" + b"".join(span % (b"1", b"%d" % i, b"%d" % (20000 - 2 * i), b"3") for i in range(9000)))
arrow = b'{"ph":"%s","pid":1,"tid":%d,"id":1,"ts":%d},\n'
check(b"[\n" + span % (b"1", b"1", b"9000", b"1") +
      b"".join(arrow % (b"sf"[i % 2:][:1], i % 3, i) for i in range(9000)))
