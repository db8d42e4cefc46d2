# struct: numbers in bytes.
import struct
import os

n = len(os.environ.get("NO_SUCH_VARIABLE", "x"))
print(struct.calcsize("<IhB"), struct.calcsize("IhB"), struct.calcsize("bq"), struct.calcsize("2s3x"), struct.calcsize(">bq"), struct.calcsize("l"), struct.calcsize("<l"))
data = struct.pack("<IhBd", 7 * n, -2, 255, 1.5)
print(data, len(data), struct.unpack("<IhBd", data))
print(struct.pack(">IIII", 2051, 2, 28, n), struct.unpack(">4I", struct.pack(">IIII", 2051, 2, 28, n)))
print(struct.pack("bh", 1, 2), struct.pack("<e", 0.5), struct.pack(">f", 0.1 * n), struct.unpack(">f", struct.pack(">f", 0.1 * n)))
print(struct.pack("4s", b"ab"), struct.pack("2s", b"abcd"), struct.unpack("<3sc?", b"abcd\x01"), struct.pack("?c2x", True, b"z"))
print(struct.unpack("<q", b"\xff" * 8), struct.unpack("<e", b"\x00\x3c"), struct.unpack("<2e", b"\x01\x00\x00\xfc"), struct.unpack("!H", b"\x01\x02"))
magic, = struct.unpack_from("<H", data, 0)
print(magic, struct.unpack_from("<hB", data, 4), struct.unpack_from("<d", data, offset=-8))
print([pair for pair in struct.iter_unpack("<HB", b"abcdef")])
head = struct.Struct("<HH")
print(head.size, head.unpack(head.pack(1, n)), head.format)
for way in range(6):
    try:
        if way == 0:
            print(struct.unpack("<I", data[:n + 2]))
        elif way == 1:
            print(struct.pack("B", 255 + n))
        elif way == 2:
            print(struct.pack("<H", -n))
        elif way == 3:
            print(struct.unpack_from("<d", data, 10 * n))
        elif way == 4:
            print(struct.pack("i", n << 40))
        else:
            print(list(struct.iter_unpack("<H", data[:4 + n])))
    except struct.error as error:
        print(error)
