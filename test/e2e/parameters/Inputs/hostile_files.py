"""Gives a program files that are damaged or made to harm, and prints what it says.

usage: hostile_files.py PROGRAM GOOD_FILE FOLDER

GOOD_FILE is what the program saved. No file may make it crash, hang or go on.
"""
import json
import os
import struct
import subprocess
import sys

program, good, folder = sys.argv[1:]
with open(good, "rb") as file:
    good = file.read()
length = struct.unpack("<Q", good[:8])[0]
header = json.loads(good[8:8 + length])
data = good[8 + length:]
path = os.path.join(folder, "file.safetensors")


def load(what, content):
    with open(path, "wb") as file:
        file.write(content)
    run = subprocess.run([program, "--load", path], capture_output=True, timeout=60)
    text = run.stderr.decode().replace(path, "FILE").replace(program, "PROGRAM")
    if run.returncode != 1 or run.stdout:
        sys.exit(f"{what}: exit status {run.returncode}, output {run.stdout}, {text}")
    if what:
        print(f"{what}: {text}", end="")


def file_of(header, data=data):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def changed(**changes):
    """The header with some keys of the first tensor changed."""
    name = "weight"
    return {**header, name: {**header[name], **changes}}


def renamed(old, new):
    return {new if name == old else name: value for name, value in header.items()}


load("empty", b"")
load("seven bytes", b"1234567")
load("no header", struct.pack("<Q", 100))
load("endless header", struct.pack("<Q", 2**64 - 1) + good[8:])
load("long header", struct.pack("<Q", len(good)) + good[8:])
load("huge header", struct.pack("<Q", 100_000_001) + good[8:])
load("text", b"a text of some length, which is no file of tensors\n" * 9)
load("cut off", good[:-1])
load("too long", good + b"x")
load("brackets", file_of(b"[" * 100000))
load("braces", file_of(b'{"a":' * 100000))
load("no utf-8", file_of(b'{"\xff":1}'))
load("twice", file_of(json.dumps(header).encode()[:-1] + b"," +
                      json.dumps(header).encode()[1:]))
load("overlap", file_of({**header, "more": header["weight"]}))
load("outside", file_of(changed(data_offsets=[0, 2**40])))
load("overflow", file_of(changed(shape=[2**33, 2**33], data_offsets=[0, 24])))
load("large number", file_of(json.dumps(header).replace("24", "9" * 40).encode()))
load("negative", file_of(changed(shape=[-2, -3])))
load("metadata", file_of({**header, "__metadata__": {"a": {}}}))
load("dtype", file_of(changed(dtype="C64")))
load("other dtype", file_of(changed(dtype="I32")))
load("other shape", file_of(changed(shape=[3, 2])))
load("other rank", file_of(changed(shape=[6])))
load("misspelt", file_of(renamed("bias", "biass")))
load("other name", file_of(renamed("bias", "something.else.entirely")))
load("terminal", file_of(renamed("bias", "\x1b[2J")))
empty = {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}
load("many more", file_of({**header, **{f"x{i}": {**empty, "data_offsets": [len(data)] * 2}
                                        for i in range(20)}}))
load("nothing", file_of({}, b""))
# No beginning of the file is taken.
for size in range(len(good)):
    load("", good[:size])
print("all beginnings are refused", flush=True)
# A sound file of another writer is taken: another order, metadata, spaces.
other = json.dumps(dict(reversed({**header, "__metadata__": {"format": "pt"}}.items())),
                   indent=1).encode() + b"   "
with open(path, "wb") as file:
    file.write(file_of(other))
sys.exit(subprocess.run([program, "--load", path]).returncode)
