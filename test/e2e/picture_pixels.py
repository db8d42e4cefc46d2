"""Decodes PNG files and compares some of their pixels.

usage: picture_pixels.py FILE WIDTHxHEIGHT [X,Y=RRGGBB...]   (the colour may be off by 2 in each channel)
       picture_pixels.py FILE WIDTHxHEIGHT count=RRGGBB>N...  (more than N pixels have that colour)
"""
import struct
import sys
import zlib


def chunks_of(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "signature"
    at, chunks = 8, []
    while at < len(data):
        size, name = struct.unpack(">L4s", data[at:at + 8])
        content, check = data[at + 8:at + 8 + size], struct.unpack(">L", data[at + 8 + size:at + 12 + size])[0]
        assert zlib.crc32(name + content) == check, "check sum of %s" % name
        chunks.append((name, content))
        at += 12 + size
    assert [chunks[0][0], chunks[-1][0]] == [b"IHDR", b"IEND"] and at == len(data), "order"
    return chunks


def pixels_of(data):
    chunks = chunks_of(data)
    width, height, depth, kind, *methods = struct.unpack(">LLBBBBB", chunks[0][1])
    assert (depth, kind, methods) == (8, 2, [0, 0, 0]), "kind of PNG"
    packed = zlib.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
    size = 3 * width
    assert len(packed) == (size + 1) * height, "number of bytes"
    rows, above = [], bytes(size)
    for y in range(height):
        line = packed[y * (size + 1):(y + 1) * (size + 1)]
        assert line[0] == 2, "filter"
        above = bytes((a + b) & 255 for a, b in zip(line[1:], above))
        rows.append(above)
    return width, height, rows


def main():
    with open(sys.argv[1], "rb") as file:
        width, height, rows = pixels_of(file.read())
    assert "%dx%d" % (width, height) == sys.argv[2], "%dx%d" % (width, height)
    for wish in sys.argv[3:]:
        place, color = wish.split("=")
        if place == "count":
            color, least = color.split(">")
            pixel = bytes.fromhex(color)
            count = sum(row[3 * x:3 * x + 3] == pixel for row in rows for x in range(width))
            assert count > int(least), "%s: %d pixels" % (wish, count)
            continue
        x, y = map(int, place.split(","))
        pixel = rows[y][3 * x:3 * x + 3]
        assert all(abs(a - b) <= 2 for a, b in zip(pixel, bytes.fromhex(color))), "%s: %s" % (wish, pixel.hex())


main()
