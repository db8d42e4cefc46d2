# Pickles that no program wrote are read or refused, in bounded time and memory; nothing in them is executed.
# RUN: rm -rf %t && mkdir %t && %python %s %tinec %t
"""One program reads each file. It ends with status 0, or with 1 and a message."""
import os
import struct
import subprocess
import sys

TINEC, FOLDER = sys.argv[1:3]
PROGRAM = """import pickle
import sys

with open(sys.argv[1], "rb") as f:
    d = pickle.load(f, encoding="bytes")
print(d[b"data"].shape, len(d[b"labels"]), d[b"batch_label"])
"""


def old(text):
    """A string of Python 2."""
    return b"U" + bytes([len(text)]) + text


def array(sizes, data, kind=b"u1"):
    dtype = b"cnumpy\ndtype\n" + old(kind) + b"K\x00K\x01\x87R(K\x03" + old(b"|") + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
    shape = b"".join(b"\x8a\x08" + struct.pack("<q", size) for size in sizes)
    head = b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85" + old(b"b") + b"\x87R(K\x01("
    return head + shape + b"t" + dtype + b"\x89T" + struct.pack("<I", len(data)) + data + b"tb"


def batch(data):
    return (b"\x80\x02}q\x01(" + old(b"batch_label") + old(b"batch") + old(b"data") + data +
            old(b"labels") + b"](K\x01K\x02eu.")


GOOD = batch(array([2, 3], b"abcdef"))
CASES = [
    ("good", GOOD, 0, "(2, 3) 2 b'batch'"),
    ("empty", b"", 1, "ends too early"),
    ("evil", b"\x80\x02cposix\nsystem\nX\x02\x00\x00\x00ls\x85R.", 1, "'posix.system' is not allowed"),
    ("weights", b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n.", 1, "is not allowed"),
    ("two", GOOD + b".", 1, "there is more behind the pickle"),
    ("wide", batch(array([1 << 62, 1 << 62], b"")), 1, "an array is damaged"),
    ("none", batch(array([1 << 62, 0], b"")), 0, "(4611686018427387904, 0)"),
    ("negative", batch(array([-1, 3], b"abc")), 1, "an array is damaged"),
    ("short", batch(array([2, 3], b"abc")), 1, "an array is damaged"),
    ("ranks", batch(array([1] * 100, b"a")), 1, "too many dimensions"),
    ("objects", batch(array([1], b"a", b"O8")), 1, "not supported"),
    ("floats", batch(array([1, 1], b"abcdefgh", b"f8")), 1, "float64"),
    ("vector", batch(array([3], b"abc")), 1, "uint8[3]"),
    ("length", b"\x80\x02T\xff\xff\xff\xff.", 1, "ends too early"),
    ("deep", b"\x80\x02" + b"]" * 200000 + b"a" * 199999 + b".", 1, ""),
    ("itself", b"\x80\x02]q\x00h\x00a.", 1, ""),
    ("marks", b"\x80\x02" + b"(" * 100000 + b"t" * 100000 + b".", 1, ""),
    ("number", b"\x80\x02K\x01.", 1, ""),
    ("first", b"(lp0\n.", 1, "is not allowed"),
]
# Many arrays, and other values, of the same bytes.
SHARED = array([1 << 20, 64], b"").replace(b"T\x00\x00\x00\x00", b"h\x07")
CASES.append(("shared", b"\x80\x02T" + struct.pack("<I", 1 << 26) + bytes(1 << 26) + b"q\x070](" + SHARED * 8 + b"e.", 1, "share bytes"))
CALL = b"c_codecs\nencode\nq\x07X" + struct.pack("<I", 1 << 26) + bytes(1 << 26) + b"q\x08X\x06\x00\x00\x00latin1q\x09"
CASES.append(("copied", b"\x80\x02(" + CALL + b"h\x07h\x08h\x09\x86R" * 1000 + b"t.", 1, "share bytes"))
failures = []


def run(executable, name, data, status, text):
    path = os.path.join(FOLDER, name + ".pickle")
    with open(path, "wb") as file:
        file.write(data)
    ran = subprocess.run([executable, path], capture_output=True, text=True, errors="replace", timeout=120)
    said = ran.stdout + ran.stderr
    if ran.returncode not in (0, 1) or status is not None and ran.returncode != status or text not in said:
        failures.append(f"{name}: status {ran.returncode}: {said[:300]}")
    if ran.returncode == 1 and not ran.stderr.strip():
        failures.append(f"{name}: no message")
    os.remove(path)


source, executable = os.path.join(FOLDER, "load.py"), os.path.join(FOLDER, "load")
with open(source, "w") as file:
    file.write(PROGRAM)
subprocess.run([TINEC, "-O0", source, "-o", executable], check=True)
for case in CASES:
    run(executable, *case)
for place in range(len(GOOD)):
    run(executable, f"cut{place}", GOOD[:place], 1, "")
    for change in (1, 0x55, 0xFF):
        changed = bytearray(GOOD)
        changed[place] ^= change
        run(executable, f"changed{place}", bytes(changed), None, "")
print("\n".join(failures) or "ok")
sys.exit(bool(failures))
