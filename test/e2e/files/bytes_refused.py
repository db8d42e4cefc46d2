# What bytes and bytearrays refuse as Python does; the end of split(None, n); an empty member of gzip with padding.
# arguments: x
import gzip
import sys

n = len(sys.argv)


def said(f):
    try:
        f()
    except (ValueError, TypeError, IndexError) as e:
        print(type(e).__name__, e)


a = bytearray(b"abc")


def past_the_end():
    a[5] = 300


def too_large():
    a[0] = 300


def an_int():
    a[0:1] = 5


def a_text():
    a[0:1] = "x"


for f in [past_the_end, too_large, an_int, a_text]:
    said(f)
said(lambda: a.extend(3))
said(lambda: a.extend("3"))
said(lambda: a.append(300))
said(lambda: a.pop(9))
said(lambda: b"abc".find(300))
said(lambda: b"abc".count(-1))
said(lambda: "a" in b"abc")
said(lambda: 300 in b"abc")
said(lambda: b"abc".find("a"))
print((b" a b  c " * n).split(None, 1), b" a b  c ".split(None, 1), b"  ".split(None, 0), b" a ".split(None, 0))
empty = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"
print(gzip.decompress(empty), gzip.decompress(empty + b"\0" * (n + 3)), gzip.decompress(empty * 2))
try:
    gzip.decompress(b"\0" * n + empty)
except gzip.BadGzipFile as error:
    print(error)
