# bytes: literals, what is known and what only the run knows, methods, text of it, errors.
import os

word = os.environ.get("NO_SUCH_VARIABLE", "grüße, world")
b = word.encode("utf-8")
print(b, len(b), list(b), b[0], b[-1], b[2:5], b[::-1], b[-3:], b[::2])
print(b.decode(), b.decode("utf-8") == word, str(b, "utf-8"), repr(b), f"{b!r} {b[:2]}")
print(b"abc", b"\x00\xff'\"\n\t\\", b"it's", b'"', b"", b"\x7f~ ", bytes(3), bytes([1, 2, 255]), bytes((65, 66)), bytes("é", "latin-1"), bytes(range(4)))
print(b == word.encode(), b != b"x", b == "x", b"a" < b"b", b"ab" > b, b in (b"x", b), b"or" in b, 119 in b, b"zz" in b)
print(b + b"!", b"-" * 3, 2 * b"ab", b"+".join([b"a", b, b"c"]), b"".join([]))
print(b.startswith(b"gr"), b.endswith((b"x", b"ld")), b.find(b"w"), b.rfind(b"r"), b.find(b"r", 3), b.count(b"r"), b.index(b","))
print(b.find(b"", 99), b.find(b"", len(b)), b.count(b"", 99), b.startswith(b"", 99), b.endswith(b"", 3, 2), b.find(b"g", -99), b.startswith(b"ro", 1), b.endswith(b"wor", 0, -2))
print(b.split(b", "), b.split(), b" a  b ".split(), b"a,b,,c".split(b",", 2), b"x\ny\r\nz".splitlines(), b"k=v".partition(b"="))
print(b" x ".strip(), b"xxaxx".strip(b"x"), b"xxa".lstrip(b"x"), b"a\n".rstrip(b"\n"), b.replace(b"r", b"RR"), b.hex(), b"\x01\xab".hex(":"))
print(b"ab".removeprefix(b"a"), b"ab".removesuffix(b"b"), ord(b"a"), [x + 1 for x in b[:3]], sum(b), max(b), sorted(b[:4]), sorted([b"b", b"", b"a"]))

total = 0
for value in b:
    total = (total * 31 + value) % 1000003
print(total, bool(b), bool(b[:0]), type(b).__name__, type(b), type({1}), isinstance(b, bytes), isinstance("", bytes), isinstance(b, (bytes, bytearray)))

broken = b[:3] + b"\xff" + b"\xe2\x82" + b"z"
print(broken, broken.decode("utf-8", errors="replace"), broken.decode(errors="ignore"), broken.decode("utf-8", "backslashreplace"), broken.decode("latin-1"))
for way in (0, 1, 2):
    try:
        if way == 0:
            print(broken.decode())
        elif way == 1:
            print(broken[4:].decode("ascii"))
        else:
            print(word.encode("ascii"))
    except UnicodeError as error:
        print(type(error).__name__, error)
print("ü€".encode("ascii", "replace"), "aü€".encode("latin-1", "ignore"), "€".encode("ascii", "backslashreplace"), "é".encode("latin1"))
try:
    print(b[100])
except IndexError as error:
    print(error)
try:
    print(bytes([1, 300 + len(b)]))
except ValueError as error:
    print(error)

print(int.from_bytes(b[:4], "big"), int.from_bytes(b[:2], "little"), int.from_bytes(b"\xff\xfe", "big", signed=True), int.from_bytes(b"", "big"))
print(len(b).to_bytes(4, "big"), (-2).to_bytes(2, "little", signed=True), (1000).to_bytes(2, byteorder="big"), (5).to_bytes(10, "little"))
try:
    print((len(b) * 100).to_bytes(1, "big"))
except OverflowError as error:
    print(error)

a = bytearray(b"ab")
a.append(99)
a.extend(b"de")
a.extend([102, 103])
a += b"!"
a[0] = 65
a[1:3] = b"--"
print(a, len(a), a[0], bytes(a), a.decode(), a == b"A--defg!", bytearray(2), bytearray([1, 2]), a.pop(), a[2:4], list(a))

chosen = b"left" if len(b) > 5 else b[1:]
print(chosen, len(chosen))
parts = []
for i in range(3):
    parts.append(b[i:i + 2])
print(parts, b"|".join(parts))
text = "hello"
ids = list(text.encode("utf-8"))
print(ids, bytes(ids).decode("utf-8", errors="replace"), bytes([x for x in ids if x > 104]).decode())
print(int(b"12") + int(b[:0] + b"-7"), float(b" 1.5 "), int(b"ff", 16), {b"k": 1}[b"k"], {"k": b, 1: [b[:2]]}, "%s" % b[:2])


def read_header(data):
    """P6, and the sizes behind it."""
    kind, sizes, rest = data.split(b"\n", 2)
    width, height = map(int, sizes.split())
    return kind, width, height, rest


print(read_header(b"P6\n3 2\n" + bytes(range(4))))
data = b""
for i in range(4):
    data += bytes([i]) + i.to_bytes(2, "little")
print(data, len(data))
vocab = {i: bytes([i]) for i in range(256)}
vocab[256] = vocab[104] + vocab[105]
print(b"".join(vocab[i] for i in [256, 33, 195, 188]).decode("utf-8", errors="replace"), b"".join([vocab[i] for i in ids]))
