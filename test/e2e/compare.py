#!/usr/bin/env python3
"""Compares what a program printed with what PyTorch printed for it.

usage: compare.py GOT WANT [TOLERANCE]

Text and spacing must agree; so must integers. Floating-point numbers must be
written in the same way (sign, exponent) and agree within
TOLERANCE * (0.1 + |wanted|). `<number>` in WANT stands for any number, and the
note `grad_fn=<...>` of a printed tensor is ignored, as is white space at the
end. Exit status 1, with the first difference, when they differ.
"""
import re
import sys

DEFAULT_TOLERANCE = 2e-4
# Numbers at odd places, text between them at even ones.
TOKENS = re.compile(r"([-+]?(?:\d+\.\d*|\.?\d+)(?:[eE][-+]?\d+)?"
                    r"|\bnan\b|\binf\b|<number>)")
GRADIENT_NOTE = re.compile(r",\s*grad_fn=<[^>]*>")


def is_float(number):
    return "." in number or "n" in number  # "nan" and "inf" too


def same_number(got, want, tolerance):
    if want == "<number>" or got == want:
        return True
    if not is_float(want) or not is_float(got):
        return False
    value = float(want)
    written_alike = (("e" in got.lower()) == ("e" in want.lower())
                     and (got[0] == "-") == (want[0] == "-"))
    # Rounding may turn what is almost zero to either side.
    almost_zero = value != 0 and abs(value) < 1e-6
    if not written_alike and not almost_zero:
        return False
    return abs(float(got) - value) <= tolerance * (0.1 + abs(value))


def same_line(got, want, tolerance):
    got_tokens, want_tokens = TOKENS.split(got), TOKENS.split(want)
    return (got_tokens[::2] == want_tokens[::2]
            and all(same_number(g, w, tolerance)
                    for g, w in zip(got_tokens[1::2], want_tokens[1::2])))


def difference(got, want, tolerance=DEFAULT_TOLERANCE):
    """The first difference in words, or None."""
    # The note may stand over a line break, so it goes before lines are cut.
    got_lines = GRADIENT_NOTE.sub("", got).rstrip().split("\n")
    want_lines = GRADIENT_NOTE.sub("", want).rstrip().split("\n")
    for number, (g, w) in enumerate(zip(got_lines, want_lines), 1):
        if not same_line(g, w, tolerance):
            return f"line {number}: printed {g!r}, expected {w!r}"
    if len(got_lines) > len(want_lines):
        return f"printed more than expected: {got_lines[len(want_lines)]!r}"
    if len(got_lines) < len(want_lines):
        return f"ended before {want_lines[len(got_lines)]!r}"
    return None


def main():
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    with open(sys.argv[1]) as got, open(sys.argv[2]) as want:
        found = difference(got.read(), want.read(), *map(float, sys.argv[3:]))
    if found:
        sys.exit(found)


if __name__ == "__main__":
    main()
