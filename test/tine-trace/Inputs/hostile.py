"""Runs tine-trace on broken traces. usage: hostile.py TRACE TOOL WORK

Each is the trace with bytes changed, or numbers that no run writes. The tool may say what it likes, but
not end by a signal or take long, nor print what a terminal would obey or half a character.
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
    out = run.stdout.decode()
    assert not any(c < " " and c != "\n" or "\x7f" <= c < "\xa0" for c in out), out
    return out


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
# Lanes of the greatest numbers.
lanes = b"".join(span.replace(b'"pid":1', b'"pid":' + number) % (number, b"1", b"2", b"3")
                 for number in (b"1", b"9223372036854775807", b"9223372036854775806"))
out = check(b"[\n" + lanes)
assert "3 spans in 3 lanes" in out, out
# Long names of characters of two bytes, and what a terminal would obey.
name = b'{"ph":"M","pid":1,"tid":1,"name":"%s","args":{"name":"%s"}},\n'
for shown in ("x" + 200 * "\u00e4", r"\u001b[2J\u009b2J\u007f"):
    shown = shown.encode()
    check(b"[\n" + name % (b"process_name", shown) + name % (b"thread_name", shown) +
          span.replace(b'"x"', b'"' + shown + b'"') % (b"1", b"1", b"2", b"3"))
# Very many lanes, very deep spans, arrows of one number.
check(b"[\n" + b"".join(span % (b"%d" % i, b"1", b"2", b"3") for i in range(9000)))
check(b"[\n" + b"".join(span % (b"1", b"%d" % i, b"%d" % (20000 - 2 * i), b"3") for i in range(9000)))
arrow = b'{"ph":"%s","pid":1,"tid":%d,"id":1,"ts":%d},\n'
check(b"[\n" + span % (b"1", b"1", b"9000", b"1") +
      b"".join(arrow % (b"sf"[i % 2:][:1], i % 3, i) for i in range(9000)))
