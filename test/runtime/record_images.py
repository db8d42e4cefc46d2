#!/usr/bin/env python3
"""Records what Pillow does into expected/images.inc, resamples.inc, jpegs.inc and
scaled_jpegs.inc.

usage: record_images.py [FOLDER]

Run it with a Python that has Pillow 13, NumPy and PyTorch, of which the filters with
weights of 16 bits are. Pixels are recorded as their CRC-32.
"""
import io
import os
import random
import struct
import sys
import warnings
import zlib

import numpy as np
import PIL
import torch
from PIL import Image

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected")
HEAD = "// Recorded by record_images.py with Pillow %s. Do not edit.\n" % PIL.__version__
random.seed(7)
warnings.simplefilter("ignore")


def literal(data):
    text = "".join("\\%03o" % b for b in data)
    lines = [text[i:i + 400] for i in range(0, len(text), 400)]
    return "{%s, %d}" % ("\n".join('"%s"' % line for line in lines), len(data))


def write(name, lines):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write(HEAD + "".join(line + ",\n" for line in lines))


def filtered(lines, distance):
    """Each line behind the number of its filter."""
    out, above = b"", None
    for line in lines:
        kind = random.randrange(5)
        above = above or bytes(len(line))
        row = bytearray()
        for i, value in enumerate(line):
            left = line[i - distance] if i >= distance else 0
            corner = above[i - distance] if i >= distance else 0
            guess = left + above[i] - corner
            near = min((abs(guess - c), k) for k, c in enumerate((left, above[i], corner)))[1]
            taken = (0, left, above[i], (left + above[i]) // 2, (left, above[i], corner)[near])[kind]
            row.append((value - taken) & 255)
        out += bytes([kind]) + bytes(row)
        above = line
    return out


def png(width, height, depth, colour, interlaced, chunks=()):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b""
    for x, y, dx, dy in passes if interlaced else [(0, 0, 1, 1)]:
        columns, lines = (width - x + dx - 1) // dx, (height - y + dy - 1) // dy
        if columns > 0 and lines > 0:
            rows += filtered([random.randbytes((columns * bits + 7) // 8) for _ in range(lines)], max(1, bits // 8))
    packed = zlib.compress(rows)
    half = len(packed) // 2
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced))
            + b"".join(chunk(*c) for c in chunks) + chunk(b"IDAT", packed[:half]) + chunk(b"IDAT", packed[half:]) + chunk(b"IEND", b""))


def files():
    for depth, colour in [(1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (8, 2), (16, 2), (1, 3), (2, 3), (4, 3), (8, 3), (8, 4), (16, 4), (8, 6), (16, 6)]:
        for interlaced in (0, 1):
            chunks = []
            if colour == 3:
                chunks = [(b"PLTE", random.randbytes(3 << depth)), (b"tRNS", random.randbytes(1 << depth))]
            elif colour == 0:
                chunks = [(b"tRNS", struct.pack(">H", 1))]
            elif colour == 2 and depth == 8:
                chunks = [(b"tRNS", struct.pack(">3H", 1, 2, 3))]
            yield png(random.randint(1, 11), random.randint(1, 11), depth, colour, interlaced, chunks)
    y, x = np.mgrid[0:21, 0:26]
    pixels = np.stack([127 + 120 * np.sin(x / 5), 127 + 120 * np.cos(y / 4 + x / 9), x * y % 256], -1).astype("u1")
    for options in [dict(subsampling=0), dict(subsampling=1, quality=60), dict(subsampling=2, quality=95),
                    dict(progressive=True), dict(restart_marker_blocks=1)]:
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, "jpeg", **options)
        yield buffer.getvalue()
    buffer = io.BytesIO()
    Image.fromarray(pixels).convert("L").save(buffer, "jpeg")
    yield buffer.getvalue()


def decoded(file):
    sums = []
    for mode in ("L", "LA", "RGB", "RGBA"):
        image = Image.open(io.BytesIO(file))
        image.load()
        sums.append("0x%08xu" % zlib.crc32(image.convert(mode).tobytes()))
    return '{%s, "%s", %d, %d, {%s}}' % (literal(file), image.mode, image.width, image.height, ", ".join(sums))


def pattern(width, height, channels):
    """As ImageTest.cpp has it."""
    y, x, c = np.mgrid[0:height, 0:width, 0:channels]
    return ((x * x * 7 + y * 13 + c * 50 + x * y) % 256).astype("u1")


def resampled():
    for i in range(240):
        width, height, new_width, new_height = [random.randint(1, 60) for _ in range(4)]
        new_width = width if i % 9 == 0 else new_width
        new_height = height if i % 11 == 0 else new_height
        channels = random.randint(1, 4)
        pixels = pattern(width, height, channels)
        edges = (0, 0, width, height)
        if i % 6 == 5:
            mode = random.choice([(18, "bilinear"), (19, "bicubic")])
            t = torch.from_numpy(pixels).permute(2, 0, 1)[None]
            t = torch.nn.functional.interpolate(t, size=(new_height, new_width), mode=mode[1], antialias=True)
            made, kind = t[0].permute(1, 2, 0).contiguous().numpy(), mode[0]
        else:
            if i % 3 == 0:
                edges = sorted(random.sample(range(4 * width + 1), 2)) + sorted(random.sample(range(4 * height + 1), 2))
                edges = [edges[k] / 4 for k in (0, 2, 1, 3)]
            kind = i % 7 if i % 7 < 6 else 2
            image = Image.fromarray(pixels[:, :, 0] if channels == 1 else pixels)
            made = np.asarray(image.resize((new_width, new_height), kind, box=tuple(edges)))
        yield "{%d, %d, %d, %d, %d, %d, {%s}, 0x%08xu}" % (width, height, channels, kind, new_width, new_height,
                                                          ", ".join(map(str, edges)), zlib.crc32(made.tobytes()))


def written():
    for width, height, channels, quality in [(1, 1, 3, 75), (40, 23, 3, 1), (40, 23, 3, 75), (200, 170, 3, 100), (33, 47, 1, 60)]:
        pixels = pattern(width, height, channels)
        buffer = io.BytesIO()
        Image.fromarray(pixels[:, :, 0] if channels == 1 else pixels).save(buffer, "jpeg", quality=quality)
        yield "{%d, %d, %d, %d, 0x%08xu}" % (width, height, channels, quality, zlib.crc32(buffer.getvalue()))


def scaled():
    """Of the first recorded file that is a JPEG."""
    for scale in (1, 2, 4, 8):
        image = Image.open(io.BytesIO(JPEGS[0]))
        image.draft(None, (image.width // scale, image.height // scale))
        yield "{%d, %d, %d, 0x%08xu}" % (scale, image.width, image.height, zlib.crc32(image.tobytes()))


FILES = list(files())
JPEGS = [file for file in FILES if file.startswith(b"\xff")]
write("images.inc", map(decoded, FILES))
write("resamples.inc", resampled())
write("jpegs.inc", written())
write("scaled_jpegs.inc", scaled())
