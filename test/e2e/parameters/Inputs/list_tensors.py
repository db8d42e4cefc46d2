"""Prints the tensors of a .safetensors file: name, dtype, shape, by name.

usage: list_tensors.py FILE
"""
import json
import struct
import sys

with open(sys.argv[1], "rb") as file:
    (length,) = struct.unpack("<Q", file.read(8))
    header = json.loads(file.read(length))
    data = file.read()
assert (8 + length) % 8 == 0
end = 0
for name, tensor in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
    assert tensor["data_offsets"][0] == end, name
    end = tensor["data_offsets"][1]
assert end == len(data)
for name, tensor in sorted(header.items()):
    print(name, tensor["dtype"], tensor["shape"])
