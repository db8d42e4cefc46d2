#!/usr/bin/env python3
"""Compiles the programs, runs them and compares with PyTorch.

usage: run.py BUILD_DIR [--jobs N] [--filter REGEX] [--selected FILE]
              [--out TABLE.tsv] [--options TEXT]

BUILD_DIR/bin/tinec compiles. What happens in a case has a letter:
  .  agrees with PyTorch, or raises an error where PyTorch does
  d  differs as known.txt says, and no further
  r  refused when it is compiled
  v  gives a value where PyTorch raises an error
  W  wrong: another dtype, shape or element
  E  fails when it runs, where PyTorch does not
  X  tinec or the executable crashes
--filter takes functions whose expression matches, --selected those that a file
names. --out writes function, case, letter and message of each case.
Exit status: 1 when a case is v, W, E or X.
"""
import argparse
import collections
import concurrent.futures
import json
import lzma
import os
import re
import struct
import sys
import tempfile

import programs

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
from commands import BROKEN, command  # noqa: E402

EXPECTED = os.path.join(HERE, "expected.json.xz")
CRASH = "crash"  # of PyTorch: anything is better
LETTERS = {".": "agree", "d": "differ as is known", "r": "refused",
           "v": "do not raise", "W": "wrong", "E": "fail when run",
           "X": "crash"}
COMPILE_LIMIT, RUN_LIMIT = 600, 100
# How far elements may be apart, relative to the expected one and absolute.
TOLERANCES = {"float16": (2e-3, 1.3e-7), "bfloat16": (1.6e-2, 2e-40),
              "float32": (2e-6, 3e-45), "float64": (2e-12, 1e-323)}


def read_expected():
    with lzma.open(EXPECTED, "rt") as file:
        return json.load(file)


def write_expected(found):
    with lzma.open(EXPECTED, "wt", preset=9) as file:
        json.dump(found, file, indent=0)


class Known:
    """A line of known.txt."""

    def __init__(self, line):
        function, case, apart, self.why = line.split("  ", 3)
        self.function, self.case = re.compile(function), re.compile(case)
        parts = apart.split("|")
        far = [float(part) for part in parts if "e-" in part]
        self.apart = None if apart == "any" else (max(far, default=0), parts)

    def covers(self, function, case):
        return self.function.fullmatch(function) and self.case.fullmatch(case)


def read_known():
    with open(os.path.join(HERE, "known.txt")) as file:
        return [Known(line.strip()) for line in file
                if line.strip() and not line.startswith("#")]


def near(got, want, dtype, apart):
    tolerance, texts = apart
    if want == got or want in texts:
        return True
    try:
        a, b = float(got), float(want)
    except ValueError:
        return False
    if a != a or b != b:
        return a != a and b != b
    if a == b:
        return tolerance > 0 or str(a) == str(b)  # the sign of zero
    relative, absolute = TOLERANCES.get(dtype, (0, 0))
    return abs(a - b) <= max(relative * abs(b), absolute,
                            tolerance * (1e-3 + abs(b)))


def difference(got, want, apart=(0, ())):
    """The first one between what was printed for a case, in words, or None;
    apart is how far elements may be apart, and what is expected of those that
    may be anything."""
    if want in (got, CRASH):
        return None
    lines = got.rstrip().split("\n"), want.rstrip().split("\n")
    if len(lines[0]) != len(lines[1]):
        return f"{len(lines[0])} results instead of {len(lines[1])}"
    for g, w in zip(*lines):
        pattern = r"(.*)torch\.(\w+) (\[[^]]*\]) \[?([^]]*)\]?$"
        parts = re.fullmatch(pattern, g), re.fullmatch(pattern, w)
        if not all(parts):
            if g != w:
                return f"{g} instead of {w}"
            continue
        (_, dtype, size, mine), (_, dtype2, size2, its) = (
            p.groups() for p in parts)
        if (dtype, size) != (dtype2, size2):
            return f"{dtype} {size} instead of {dtype2} {size2}"
        pairs = list(zip(mine.split(", "), its.split(", ")))
        wrong = [f"{i}: {a} instead of {b}" for i, (a, b) in enumerate(pairs)
                 if not near(a, b, dtype, apart)]
        if wrong:
            return "; ".join(wrong)
    return None


class Function:
    """One program: the cases of an expression."""

    def __init__(self, tinec, options, expression, expected, folder):
        self.tinec, self.options, self.folder = tinec, options, folder
        self.expression, self.expected = expression, expected
        self.kind = programs.functions()[expression]
        self.raising = [c for c, text in expected.items() if text is None]
        self.results = {}  # case: (letter, message)
        self.printed = collections.defaultdict(str)
        self.source = os.path.join(folder, "program.py")
        self.executable = os.path.join(folder, "program")

    def check(self):
        if self.compile():
            self.run_values()
            for case in self.raising:
                if case not in self.results:
                    self.results[case] = self.run_raising(case)
        return self.results

    def compile(self):
        """Without the cases that are refused; False if there is none left."""
        options = ["--check"]
        for _ in range(40):
            text = programs.program(self.expression, self.kind, self.raising,
                                    self.results)
            with open(self.source, "w") as file:
                file.write(text)
            status, _, said = command(
                [self.tinec, self.source, *options], COMPILE_LIMIT)
            if status == 0 and "--check" not in options:
                return True
            if status == 0 or not self.leave_out(text, said, status):
                if "--check" not in options:
                    break
                options = ["-o", self.executable] + self.options
        for case in self.expected:
            self.results.setdefault(case, ("X", said.strip()[:300]))
        return False

    def leave_out(self, text, said, status):
        """The cases that an error is said of."""
        lines = text.split("\n")
        found, message = False, ""
        for line, kind, rest in re.findall(
                r"program\.py:(\d+):\d+: (error|note): (.*)", said):
            if kind == "error":
                message = rest
            case = re.search(r'show\("([^"]*)"', lines[int(line) - 1])
            if case and case.group(1) not in self.results:
                letter = "r"
                if status != 1 or BROKEN.search(said):
                    letter = "X"
                elif case.group(1) in self.raising:
                    letter = "."
                self.results[case.group(1)] = (letter, "refused: " + message)
                found = True
        return found

    def run_values(self):
        left = [c for c in self.expected
                if c not in self.results and c not in self.raising]
        status, printed, said = command([self.executable], RUN_LIMIT)
        by_case = self.printed
        names = sorted(self.expected, key=len, reverse=True)
        for line in printed.splitlines(keepends=True):
            name = next((n for n in names if line.startswith(n + " ")), "")
            by_case[name] += line
        failed = False
        for case in left:
            if self.expected[case] == CRASH:
                self.results[case] = (".", "")
                continue
            if case not in by_case and status != 0:
                last = said.strip().split("\n")[0] if not failed else "not run"
                crash = status is None or status < 0 or status > 127
                self.results[case] = ("X" if crash else "E", last)
                failed = True
                continue
            found = difference(by_case[case], self.expected[case])
            self.results[case] = ("W", found) if found else (".", "")

    def run_raising(self, case):
        path = os.path.join(self.folder, "number.safetensors")
        write_number(path, self.raising.index(case) + 1)
        status, printed, said = command(
            [self.executable, "--load", path], RUN_LIMIT)
        if status == 1:
            return ".", said.split("\n")[0]
        return ("v" if status == 0 else "X"), (said + printed).strip()[:200]


def write_number(path, number):
    header = json.dumps({"number": {"dtype": "F32", "shape": [1],
                                    "data_offsets": [0, 4]}}).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header
                   + struct.pack("<f", number))


def check(tinec, options, expression, expected, known):
    """{case: (letter, message)} of a function."""
    with tempfile.TemporaryDirectory() as folder:
        function = Function(tinec, options, expression, expected, folder)
        results = function.check()
    for case, (letter, message) in results.items():
        for line in known if letter in "vWE" else ():
            if line.covers(expression, case) and (
                    line.apart is None or letter == "W" and not difference(
                        function.printed[case], expected[case], line.apart)):
                results[case] = "d", message
    return results


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--selected")
    for option in "filter", "out":
        parser.add_argument("--" + option, default="")
    parser.add_argument("--options", default="-O0")
    return parser.parse_args()


def chosen(given, expected):
    names = [n for n in expected if re.search(given.filter, n)]
    if given.selected:
        with open(given.selected) as file:
            wanted = {line.strip() for line in file if line[0] != "#"}
        assert wanted <= set(expected), wanted - set(expected)
        names = [n for n in names if n in wanted]
    return names


def main():
    given = arguments()
    tinec = os.path.join(os.path.abspath(given.build), "bin", "tinec")
    expected, known = read_expected(), read_known()
    letters = []
    names = chosen(given, expected)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool, \
            open(given.out or os.devnull, "w", buffering=1) as out:
        found = pool.map(lambda name: check(tinec, given.options.split(), name,
                                            expected[name], known), names)
        for name, results in zip(names, found):
            for case, (letter, message) in results.items():
                letters.append(letter)
                message = " ".join((message or "").split())
                out.write(f"{name}\t{case}\t{letter}\t{message}\n")
                if letter in "vWEX":
                    print(f"{letter}  {name}  {case}  {message[:300]}")
    print(f"{len(names)} functions, {len(letters)} cases:",
          ", ".join(f"{letters.count(letter)} {word}"
                    for letter, word in LETTERS.items()))
    return 1 if set(letters) & set("vWEX") or not letters else 0


if __name__ == "__main__":
    sys.exit(main())
