"""Writes .npy files without NumPy.

usage: arrays.py FOLDER
"""
import os
import struct
import sys


def write(name, descr, order, shape, data):
    header = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, order, shape)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode() + data)


floats = struct.pack("<6f", 0, 1, 2, 3, 4, 5)
write("rows.npy", "<f4", False, (3, 2), floats)
write("columns.npy", "<f4", True, (3, 2), floats)
write("big.npy", ">f4", False, (3, 2), struct.pack(">6f", 0, 1, 2, 3, 4, 5))
write("double.npy", "<f8", False, (2, 1), struct.pack("<2d", 1, 2))
write("flat.npy", "<f4", False, (6,), floats)
write("cut.npy", "<f4", False, (3, 2), floats[:10])
write("objects.npy", "|O", False, (1,), b"x")
write("known.npy", "<f4", False, (2,), floats[:8])
