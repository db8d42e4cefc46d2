#!/usr/bin/env python3
"""Compiles placed programs, runs them on many maps, compares with PyTorch.

usage: run.py BUILD_DIR [--recorded FILE.json] [--options "..."] [--jobs N]
              [--seeds REGEX] [--keep FOLDER] [--runs N]
       run.py BUILD_DIR --program PROGRAM.py [--options "..."]

--recorded (expected.json) is what record.py wrote. Each program is compiled by
BUILD_DIR/bin/tinec with --options and run with all devices on the host, with
each at a logical CPU, and with some sharing one, with 1 to 8 threads. All runs
must print the same bytes and end with the same error; the first is compared
with PyTorch under the rules of e2e/compare.py. A part of a program that tinec
refuses is counted and left out; the others then run without a comparison with
PyTorch when random numbers or the error would differ. One letter a program:
  .  agrees            m  agrees, but the error says something else
  r  parts are refused W  wrong           X  tinec or the program crashes, or
                                             takes too long
--keep has the programs that are W or X. Exit status: 1 when there are such.
With --program it is a program whose output stands in PROGRAM.expected.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import sys
import tempfile

import programs

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import compare  # noqa: E402
from commands import BROKEN, command  # noqa: E402

LETTERS = {".": "agree", "m": "with another message", "r": "refused",
           "W": "wrong", "X": "crash"}
COMPILE_LIMIT, RUN_LIMIT = 300, 60
OWN = "cuda:0=cpu:0,cuda:1=cpu:1,cuda:2=cpu:2,cuda:3=cpu:3"
# (map, threads); the first is what the others must print. Only devices that a
# program has are named.
RUNS = [("cuda:*=cpu", 1), (OWN, 1), (OWN, 2), (OWN, 4), (OWN, 8),
        ("cuda:0=cuda:1,cuda:*=cpu:3", 2), ("cuda:0=cpu,cuda:*=cpu:0", 4),
        ("cuda:*=cpu", 4)]
Result = collections.namedtuple("Result", "seed letter message refused")


def map_of(text, pattern):
    devices = set(re.findall(r"cuda:\d|cuda\(\d", text))
    devices = {d.replace("(", ":") for d in devices}
    entries = [e for e in pattern.split(",")
               if "*" in e or e.split("=")[0] in devices]
    return ",".join(entries)


def rounded(text):
    """What is almost zero is zero: it is what additions leave."""
    return re.sub(r"-?\d\.\d+(e-\d+)?\b", lambda m: m.group() if
                  abs(float(m.group())) > 1e-5 else "0.0", text)


class Program:
    def __init__(self, given, seed, recorded):
        self.given, self.seed, self.recorded = given, seed, recorded
        self.tinec = os.path.join(os.path.abspath(given.build), "bin", "tinec")
        self.refused = []  # messages
        self.parts = None  # all

    def check(self):
        with tempfile.TemporaryDirectory() as folder:
            letter, message = self.judge(folder)
            if letter in "WX" and self.given.keep:
                os.makedirs(self.given.keep, exist_ok=True)
                name = os.path.join(self.given.keep, f"{self.seed}")
                with open(name + ".py", "w") as file:
                    file.write(self.text)
                with open(name + ".txt", "w") as file:
                    file.write(f"{letter} {message}\n---- PyTorch\n"
                               f"{self.recorded[0]}{self.recorded[1]}\n")
        if letter == "." and self.refused:
            letter = "r"
        return Result(self.seed, letter, message, self.refused)

    def text_and_starts(self):
        if self.given.program:
            with open(self.given.program) as file:
                return file.read(), []
        return programs.program(int(self.seed), self.parts)

    def compile(self, folder):
        """None, or the letter and message of what went wrong."""
        source = os.path.join(folder, "program.py")
        while True:
            text, starts = self.text_and_starts()
            self.text = programs.for_tine(text)
            with open(source, "w") as file:
                file.write(self.text)
            status, _, said = command(
                [self.tinec, source, "-o", os.path.join(folder, "program")]
                + self.given.options.split(), COMPILE_LIMIT)
            if status == 0:
                return None
            at = re.search(r"program\.py:(\d+):\d+: error: (.*)", said)
            if status != 1 or not at or BROKEN.search(said):
                return "X", f"tinec: {said.strip()[:1500]}"
            # The last place that stands in a part is where it is called.
            lines = [int(n) for n in re.findall(r"program\.py:(\d+):", said)]
            found = [[i for start, i in starts if start <= line]
                     for line in lines]
            found = [f[-1] for f in found if f]
            self.refused.append(at.group(2))
            if not found:
                return "r", ""
            if self.parts is None:
                self.parts = [i for _, i in starts]
            self.parts.remove(found[-1])
            if not self.parts:
                return "r", ""

    def judge(self, folder):
        wrong = self.compile(folder)
        if wrong:
            return wrong
        first = None
        runs = RUNS[:self.given.runs]
        for pattern, threads in runs:
            given = map_of(self.text, pattern)
            status, got, said = command(
                [os.path.join(folder, "program"), "--device-map", given,
                 "--threads", str(threads)], RUN_LIMIT)
            where = f"--device-map {given} --threads {threads}: "
            if status not in (0, 1) or re.search("Sanitizer", said):
                return "X", f"{where}status {status} {said.strip()[:2500]}"
            if first is None:
                first = status, got, said
                first_where = where
            if (status, got) != first[:2] or said != first[2]:
                return "W", (f"{where}not like {first_where}{status} {said}"
                             f"{got}\n---- first: {first[0]} {first[2]}"
                             f"{first[1]}")
        if self.parts is not None:
            return ".", ""
        return self.judge_first(*first)

    def judge_first(self, status, got, said):
        printed, error = self.recorded
        # PyTorch ran it without devices.
        if not self.given.program:
            got = re.sub(r",\s*device='cuda:\d'", "", got)
        line = said.partition("\n")[0]
        found = compare.difference(rounded(got), rounded(printed), 5e-3)
        if error and not status:
            found = f"no error; PyTorch: {error}"
        elif status and not error:
            found = f"fails: {said}"
        if found:
            return "W", f"{found}\n---- Tine\n{got}"
        if status and (":" not in line or not error.startswith(line)):
            return "m", f"{line} | PyTorch: {error}"
        return ".", ""


def read_recorded(path):
    with open(path) as file:
        found = json.load(file)
    if programs.digest(found["outputs"]) != found["programs"]:
        sys.exit(f"the programs of {path} have changed: run record.py")
    return found["outputs"]


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("build")
    parser.add_argument("--recorded",
                        default=os.path.join(HERE, "expected.json"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--runs", type=int, default=len(RUNS))
    for option in "options", "seeds", "keep", "program":
        parser.add_argument("--" + option, default="")
    return parser.parse_args()


def main():
    given = arguments()
    if given.program:
        with open(os.path.splitext(given.program)[0] + ".expected") as file:
            result = Program(given, given.program, [file.read(), ""]).check()
        print(result)
        return 0 if result.letter == "." else 1
    wanted = [Program(given, seed, recorded) for seed, recorded
              in read_recorded(given.recorded).items()
              if re.fullmatch(given.seeds or ".*", seed)]
    letters, refusals = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for result in pool.map(Program.check, wanted):
            letters[result.letter] += 1
            refusals.update(result.refused)
            if result.letter not in ".r":
                print(result.letter, result.seed, result.message[:1200],
                      flush=True)
    for message, count in refusals.most_common():
        print(f"refused {count} times: {message}")
    print(f"{len(wanted)} programs:",
          ", ".join(f"{letters[letter]} {name}"
                    for letter, name in LETTERS.items()))
    return 1 if letters["W"] or letters["X"] or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
