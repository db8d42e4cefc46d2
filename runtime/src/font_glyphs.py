#!/usr/bin/env python3
"""Writes font_glyphs.inc: outlines of DejaVu Sans as paths of SVG, y downwards.

usage: font_glyphs.py DejaVuSans.ttf > font_glyphs.inc
"""
import struct
import sys

# The box of what is not there, ASCII, Latin, Greek, Cyrillic, dashes and quotes, superscripts and subscripts, the euro, arrows, signs.
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x391, 0x3C9), (0x400, 0x45F), (0x2010, 0x2015), (0x2018, 0x2022), (0x2026, 0x2026), (0x2030, 0x2033),
          (0x2070, 0x208E), (0x20AC, 0x20AC), (0x2190, 0x2195), (0x2202, 0x2212), (0x221A, 0x221E), (0x222B, 0x222B), (0x2248, 0x2248),
          (0x2260, 0x2260), (0x2264, 0x2265)]


class Font:
    def __init__(self, data):
        self.data = data
        self.tables = {}
        for i in range(self.read("H", 4)[0]):
            tag, _, offset, _ = self.read("4sLLL", 12 + 16 * i)
            self.tables[tag.decode()] = offset
        self.em, = self.read("H", self.tables["head"] + 18)
        self.is_long, = self.read("h", self.tables["head"] + 50)
        self.metrics, = self.read("H", self.tables["hhea"] + 34)
        self.glyph_of = self.read_characters()

    def read(self, form, offset):
        return struct.unpack_from(">" + form, self.data, offset)

    def read_characters(self):
        """Of the table of format 4: glyph by code point."""
        start = self.tables["cmap"]
        for i in range(self.read("H", start + 2)[0]):
            at = start + self.read("HHL", start + 4 + 8 * i)[2]
            if self.read("H", at)[0] == 4:
                break
        count = self.read("H", at + 6)[0] // 2
        words = "%dH" % count
        ends, firsts, deltas, offsets = [self.read(words, at + 14 + 2 * count * k + (2 if k else 0)) for k in range(4)]
        glyphs = {}
        for i, (first, end) in enumerate(zip(firsts, ends)):
            for point in range(first, end + 1):
                glyph = point
                if offsets[i]:
                    glyph, = self.read("H", at + 16 + 6 * count + 2 * i + offsets[i] + 2 * (point - first))
                glyphs[point] = (glyph + deltas[i]) & 0xFFFF
        return glyphs

    def advance(self, glyph):
        return self.read("H", self.tables["hmtx"] + 4 * min(glyph, self.metrics - 1))[0]

    def contours(self, glyph):
        """Lists of (x, y, whether the point is on the curve)."""
        at = self.tables["loca"] + (4 if self.is_long else 2) * glyph
        first, end = self.read("LL", at) if self.is_long else [2 * word for word in self.read("HH", at)]
        if first == end:
            return []
        at = self.tables["glyf"] + first
        count, = self.read("h", at)
        return self.simple(at + 10, count) if count >= 0 else self.composed(at + 10)

    def composed(self, at):
        found, more = [], True
        while more:
            flags, glyph = self.read("HH", at)
            x, y = self.read("hh" if flags & 1 else "bb", at + 4)
            at += 8 if flags & 1 else 6
            matrix = [1, 0, 0, 1]
            for bit, form, places in ((0x08, "h", (0, 0)), (0x40, "hh", (0, 3)), (0x80, "hhhh", (0, 1, 2, 3))):
                if flags & bit:
                    values = self.read(form, at)
                    at += 2 * len(values)
                    if bit == 0x08:
                        values *= 2
                        places = (0, 3)
                    for place, value in zip(places, values):
                        matrix[place] = value / 16384
            a, b, c, d = matrix
            for contour in self.contours(glyph):
                found.append([(round(a * px + c * py) + x, round(b * px + d * py) + y, on) for px, py, on in contour])
            more = flags & 0x20
        return found

    def simple(self, at, count):
        ends = self.read("%dH" % count, at)
        at += 2 * count
        at += 2 + self.read("H", at)[0]  # instructions
        flags = []
        while len(flags) <= ends[-1]:
            flag = self.data[at]
            at += 1
            repeats = 1
            if flag & 8:
                repeats += self.data[at]
                at += 1
            flags += [flag] * repeats
        places = []
        for short, same in ((2, 16), (4, 32)):
            place, axis = 0, []
            for flag in flags:
                if flag & short:
                    place += self.data[at] if flag & same else -self.data[at]
                    at += 1
                elif not flag & same:
                    place += self.read("h", at)[0]
                    at += 2
                axis.append(place)
            places.append(axis)
        points = [(x, y, flag & 1) for x, y, flag in zip(*places, flags)]
        return [points[first:end + 1] for first, end in zip([0] + [end + 1 for end in ends], ends)]


def path_of(contours):
    """A path of SVG. Between two points off the curve one lies on it, half-way: there the next curve is smooth."""
    text = ""
    for contour in contours:
        points = []
        for i, (x, y, on) in enumerate(contour):
            before = contour[i - 1]
            if not on and not before[2]:
                points.append(((x + before[0]) / 2, (y + before[1]) / 2, 2))
            points.append((x, y, on))
        first = next(i for i, point in enumerate(points) if point[2])
        points = points[first:] + points[:first + 1]
        here = points[0]
        text += "M" + numbers(here[0], -here[1])
        control, was_curve = None, False
        for point in points[1:]:
            if not point[2]:
                control = point
                continue
            step = point[0] - here[0], here[1] - point[1]
            if control and here[2] == 2 and was_curve:
                text += "t" + numbers(*step)
            elif control:
                text += "q" + numbers(control[0] - here[0], here[1] - control[1], *step)
            elif point is not points[-1]:
                text += "h" + numbers(step[0]) if not step[1] else "v" + numbers(step[1]) if not step[0] else "l" + numbers(*step)
            here, control, was_curve = point, None, control is not None
        text += "z"
    return text


def numbers(*values):
    text = ""
    for value in values:
        part = "%g" % value
        text += part if not text or part[0] == "-" else " " + part
    return text


def main():
    with open(sys.argv[1], "rb") as file:
        font = Font(file.read())
    print("// Made by font_glyphs.py of DejaVu Sans, whose terms are in font_glyphs.txt.")
    print("constexpr double unitsPerEm = %d;" % font.em)
    print("constexpr Glyph glyphs[] = {")
    points = [0] + [point for first, last in RANGES for point in range(first, last + 1) if font.glyph_of.get(point)]
    for point in points:
        glyph = font.glyph_of[point] if point else 0
        print('    {0x%x, %d, "%s"},' % (point, font.advance(glyph), path_of(font.contours(glyph))))
    print("};")


main()
