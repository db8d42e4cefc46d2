"""Writes and prints files of arrays, by their formats' descriptions.

usage: arrays.py npy FILE DESCR SHAPE NUMBER...   (SHAPE as 2,3; -F: by columns)
       arrays.py safetensors FILE NAME=DTYPE:SHAPE:NUMBERS...
       arrays.py show FILE...
"""
import json
import struct
import sys

CODES = {"f4": "f", "f8": "d", "i8": "q", "i4": "i", "i2": "h", "u1": "B",
         "i1": "b", "b1": "?", "f2": "e"}
DTYPES = {"F32": "f", "F64": "d", "I64": "q", "I32": "i", "U8": "B",
          "BOOL": "?"}


def sizes(text):
    return tuple(int(n) for n in text.split(",") if n)


def pack(code, order, numbers):
    kind = float if code in "fde" else int
    return struct.pack(f"{order}{len(numbers)}{code}",
                       *[kind(n) for n in numbers])


def write_npy(path, descr, shape, *numbers):
    fortran = descr.endswith("F")
    descr = descr.removesuffix("F")
    header = repr({"descr": descr, "fortran_order": fortran,
                   "shape": sizes(shape)}).encode()
    header += b" " * (-(11 + len(header)) % 64) + b"\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header + pack(CODES[descr[1:]], descr[0].replace("|", "<"),
                                 numbers))


def write_safetensors(path, *tensors):
    header, data = {}, b""
    for tensor in tensors:
        name, rest = tensor.split("=")
        dtype, shape, numbers = rest.split(":")
        own = pack(DTYPES[dtype], "<", numbers.split(","))
        header[name] = {"dtype": dtype, "shape": sizes(shape),
                        "data_offsets": [len(data), len(data) + len(own)]}
        data += own
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def show(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:6] == b"\x93NUMPY":
        n = struct.unpack("<H", data[8:10])[0]
        header = eval(data[10:10 + n], {"__builtins__": {}})
        assert (10 + n) % 64 == 0 and not header["fortran_order"]
        code = CODES[header["descr"][1:]]
        print(header["descr"], header["shape"],
              [number for number, in struct.iter_unpack("<" + code,
                                                        data[10 + n:])])
        return
    n = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + n])
    for name, tensor in sorted(header.items()):
        begin, end = (8 + n + at for at in tensor["data_offsets"])
        code = DTYPES[tensor["dtype"]]
        print(name, tensor["dtype"], tensor["shape"],
              [number for number, in struct.iter_unpack("<" + code,
                                                        data[begin:end])])


if sys.argv[1] == "npy":
    write_npy(*sys.argv[2:])
elif sys.argv[1] == "safetensors":
    write_safetensors(*sys.argv[2:])
else:
    for path in sys.argv[2:]:
        show(path)
