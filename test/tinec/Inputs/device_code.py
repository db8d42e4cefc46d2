"""Each of the executables has PTX just once, as zlib compresses it: python device_code.py FILE..."""
import sys
import zlib


def texts(data):
    """What begins with the mark of zlib's best compression and can be unpacked."""
    at = data.find(b"\x78\xda")
    while at >= 0:
        try:
            yield zlib.decompressobj().decompress(data[at:])
        except zlib.error:
            pass
        at = data.find(b"\x78\xda", at + 1)


for path in sys.argv[1:]:
    data = open(path, "rb").read()
    found = [text for text in texts(data) if b".target sm_80" in text]
    assert len(found) == 1, (path, len(found))
    assert b".visible .entry k0(" in found[0]
    assert b".target sm_80" not in data, path
