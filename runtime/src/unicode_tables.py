#!/usr/bin/env python3
"""Writes unicode_tables.inc: what this Python knows of each code point.

usage: unicode_tables.py > unicode_tables.inc

Run it with the Python whose strings the runtime is to agree with.
"""
import sys
import unicodedata

POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def is_ignorable(c):
    """Whether a final sigma is looked for beyond it: only `lower` tells."""
    return (c + "Σ").lower()[-1] == "σ" and ("a" + c + "Σ").lower()[-1] == "ς"


def flags(point):
    c = chr(point)
    number = 3 if c.isdecimal() else 2 if c.isdigit() else 1 if c.isnumeric() else 0
    bits = [c.isalpha(), number & 1, number & 2, c.isidentifier() and c != "_", ("a" + c).isidentifier(),
            c.isupper(), c.islower(), c.istitle() and not c.isupper(), c.isspace(), is_ignorable(c), c.isprintable()]
    return sum(bool(bit) << i for i, bit in enumerate(bits))


def rows(name, kind, items, width):
    print("constexpr %s %s[] = {" % (kind, name))
    for i in range(0, len(items), width):
        print("    " + ", ".join(items[i:i + width]) + ",")
    print("};")


def write_properties():
    runs, last = [], None
    for point in range(0x110000):
        now = flags(point) if not 0xD800 <= point < 0xE000 else 0
        if now != last:
            runs.append("0x%x" % (point << 11 | now))
            last = now
    rows("propertyRuns", "uint32_t", runs, 8)


def write_mapping(name, mapped, base):
    """Of the code points that `mapped` changes in another way than `base`."""
    ranges, special = [], []
    for point in POINTS:
        text = mapped(chr(point))
        if text == base(chr(point)):
            continue
        if len(text) > 1:
            special.append("{0x%x, {%s}}" % (point, ", ".join("0x%x" % ord(c) for c in text)))
            continue
        delta = ord(text) - point
        if ranges:
            first, count, stride, known = ranges[-1]
            step = point - (first + (count - 1) * stride)
            if delta == known and step in (1, 2) and (count == 1 or step == stride):
                ranges[-1] = (first, count + 1, step, delta)
                continue
        ranges.append((point, 1, 1, delta))
    rows(name + "Ranges", "CaseRange", ["{0x%x, %d, %d, %d}" % r for r in ranges], 4)
    if special:
        rows(name + "Special", "CaseSpecial", special, 3)


print("// Written by unicode_tables.py with Python %s, Unicode %s. Do not edit."
      % (sys.version.split()[0], unicodedata.unidata_version))
write_properties()
write_mapping("upper", str.upper, str)
write_mapping("lower", str.lower, str)
write_mapping("title", str.title, str.upper)
write_mapping("fold", str.casefold, str.lower)
