# in a folder of its own
# Files of bytes: read by parts, written, arrays of them, gzip.
import gzip
import io
import json
import os
import struct
from pathlib import Path

import numpy as np
import torch

count = len(os.environ.get("NO_SUCH_VARIABLE", "abc"))
pixels = (np.arange(count * 4 * 5) % 256).astype(np.uint8)
with open("images", "wb") as f:
    print(f.write(struct.pack(">IIII", 2051, count, 4, 5)), f.tell(), f.mode, f.name)
    f.write(pixels.tobytes())
with open("labels", "wb") as f:
    f.write(struct.pack(">II", 2049, count))
    f.write(bytes([i % 10 for i in range(count)]))

with open("images", "rb") as f:
    magic, n, rows, cols = struct.unpack(">IIII", f.read(16))
    images = np.frombuffer(f.read(), dtype=np.uint8).reshape(n, rows, cols)
print(magic, images.shape, images.dtype, images.sum(), images[1, 2])
with open("labels", "rb") as f:
    assert int.from_bytes(f.read(4), "big") == 2049
    m = int.from_bytes(f.read(4), byteorder="big")
    labels = np.frombuffer(f.read(m), dtype=np.uint8)
    print(m, labels, f.read(1), f.read())
x = torch.from_numpy(images.copy()).float() / 255
y = torch.from_numpy(labels.astype(np.int64))
print(x.shape, x[0, 0], y)

# By parts until nothing is left.
size = 0
parts = []
with open("images", "rb") as f:
    while True:
        chunk = f.read(32)
        if not chunk:
            break
        size += len(chunk)
        parts.append(chunk[:2])
print(size, parts, os.path.getsize("images"))
with open("images", "rb") as f:
    while chunk := f.read(50):
        print(len(chunk), chunk[-1], end=" ")
    print(f.tell())
    f.seek(4)
    print(f.read(4), f.tell(), f.seek(-3, 2), f.read(), f.seek(2), f.seek(5, 1), f.read(1), f.seek(0), f.read(2))
with open("images", "rb") as f:
    for part in iter(lambda: f.read(40), b""):
        print(len(part), end=" ")
print()

# Arrays in open files.
with open("mixed", "wb") as f:
    f.write(b"HEAD")
    np.arange(3, dtype=np.float32).tofile(f)
    f.write(np.arange(4, dtype=np.int32).reshape(2, 2).T.tobytes())
    f.write(torch.arange(3).numpy().tobytes())
with open("mixed", "rb") as f:
    print(f.read(4), np.fromfile(f, dtype=np.float32, count=3), np.fromfile(f, np.int32, 4), f.tell(), np.fromfile(f, dtype=np.int64))
with open("mixed", "ab") as f:
    f.write(b"tail")
raw = open("mixed", "rb").read()
print(raw[:4], raw[-4:], len(raw), np.frombuffer(raw, np.float32, 3, 4), np.frombuffer(raw, dtype="<i4", count=2, offset=16))
print(torch.frombuffer(bytearray(raw[4:16]), dtype=torch.float32), torch.frombuffer(bytearray(raw), dtype=torch.uint8)[:4])
big = np.frombuffer(b"\x00\x01\x00\x02", dtype=">i2")
print(big, big[1], big.astype(np.int32), big.astype(np.int32).dtype, np.frombuffer(raw[:8], np.dtype(np.int32).newbyteorder(">"))[0])

data = np.frombuffer(open("mixed", "rb").read(), dtype=np.uint8)
print(data.shape, int(data[0]), data.astype(np.int64)[:4], data.mean())

# Lines.
with open("lines", "wb") as f:
    f.write(b"one\n\xfftwo\r\n\nlast")
    f.writelines([b"!", b"\n"])
with open("lines", "rb") as f:
    print(f.readline(), [line for line in f])
with open("lines", "rb") as f:
    print(f.readlines(), f.closed)
print(Path("lines").read_bytes(), Path("pair").write_bytes(b"\x00\x01"), Path("pair").read_bytes())

# gzip.
with open("small.gz", "wb") as f:
    f.write(bytes([31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 72, 205, 201, 201, 87, 72, 100, 98, 230, 2, 0]) + bytes([0] * 8))
try:
    with gzip.open("small.gz", "rb") as f:
        print(f.read())
except OSError as error:
    print("damaged")
try:
    gzip.open("lines").read()
except gzip.BadGzipFile as error:
    print(error)

b = io.BytesIO()
b.write(b"abc")
b.write(struct.pack("<H", count))
print(b.getvalue(), b.tell(), b.seek(1), b.read(2), b.read(), b.read(1))
print([line for line in io.BytesIO(b"x\ny")])

with open("small.json", "wb") as f:
    f.write(b'{"n": 3, "names": ["\xc3\xbc"]}')
with open("small.json", "rb") as f:
    small = json.load(f)
    print(int(small["n"]), [str(name) for name in small["names"]], json.loads(b"[1, 2]"))
torch.save({"weight": torch.arange(3.0)}, "small.pt")
with open("small.pt", "rb") as f:
    print(torch.load(f)["weight"].float().reshape(-1))

for way in range(5):
    try:
        if way == 0:
            np.frombuffer(raw[:count], dtype=np.int16)
        elif way == 1:
            np.frombuffer(raw, dtype=np.int16, count=1000 * count)
        elif way == 2:
            np.frombuffer(raw, dtype=np.int16, offset=100 * count)
        elif way == 3:
            torch.frombuffer(bytearray(raw[:count]), dtype=torch.int16)
        else:
            open("none", "rb")
    except (ValueError, OSError) as error:
        print(type(error).__name__, error)
