#!/usr/bin/env python3
"""Compiles the cases, runs them with their numbers, compares with PyTorch.

usage: run.py BUILD_DIR [--recorded FILE.json] [--options "..."] [--jobs N]
              [--together N] [--filter REGEX] [--every N] [--runs N]
              [--out TABLE.tsv] [--report FILE]

--recorded (expected.json) is what record.py wrote. BUILD_DIR/bin/tinec, with
--options, compiles so many cases --together (24) as one program; a case that it
refuses is counted and left out of the next attempt. --every takes one of N
cases (the same ones each time). Each choice of numbers is a
run, and has a letter:
  .  agrees: the same output under the rules of e2e/compare.py and, where
     PyTorch raises an error, the same error, whose message may end before
     PyTorch's
  m  agrees, but the error is of another kind or says something else
  d  differs as docs/status.md says of this action: fails where PyTorch does
     not, or goes on where it fails; prints the same numbers in other brackets
  r  refused when it is compiled
  W  wrong: prints something else, goes on where PyTorch raises an error, or
     fails where PyTorch does not
  X  tinec crashes, takes too long, or says something without a place in the
     source; or the executable ends by a signal or with a sanitizer's report
--out writes case, numbers, letter and message of each run; --report the details
of those that are W or X. Exit status: 1 when there are such.
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

ACTIONS = programs.read_actions()
LETTERS = {".": "agree", "m": "with another message", "d": "differ as is known",
           "r": "refused",
           "W": "wrong", "X": "crash"}
NUMBER = r"-?\d+\.?\d*(?:e[-+]?\d+)?"
COMPILE_LIMIT, RUN_LIMIT = 300, 60
Result = collections.namedtuple("Result", "letter message printed")
# Memory that cannot be had is an error of the program, with a sanitizer, too.
os.environ["ASAN_OPTIONS"] = "allocator_may_return_null=1:detect_leaks=0"


def case_at(text, said):
    """(index of the case, message) of an error that tinec says, or None."""
    for line, message in re.findall(r"program\.py:(\d+):\d+: (.*)", said):
        before = text.split("\n")[:int(line)]
        chosen = re.match(r"(?:el)?if which == (\d+)", " ".join(before[-2:-1]))
        if chosen:
            return int(chosen.group(1)), message
        # A line of a case's function, or of a call of several lines.
        for found in reversed(before):
            number = re.match(r"(?:el)?if which == (\d+)", found)
            if number:
                return int(number.group(1)), message
            name = re.match(r"def (case_\w+?)(_do)?\(", found)
            if name:
                calls = re.search(rf"which == (\d+):\n(?:    .*\n)*?.*"
                                  rf"\b{name.group(1)}\b", text)
                return int(calls.group(1)), message
    return None


def same_numbers(got, printed):
    """Whether two texts have the same words and, but for rounding, the same
    numbers, in whatever brackets."""
    texts = [re.sub("[][(), ]+", " ", text) for text in (got, printed)]
    numbers = [re.findall(NUMBER, text) for text in texts]
    return (len({re.sub(NUMBER, "#", text) for text in texts}) == 1
            and all(abs(float(a) - float(b)) <= 2e-4 * (0.1 + abs(float(b)))
                    for a, b in zip(*numbers)))


class Batch:
    """Cases that are compiled together."""

    def __init__(self, tinec, options, cases, modules, folder):
        self.tinec, self.options, self.modules = tinec, options, modules
        self.cases, self.folder = list(cases), folder
        self.out_of_it = {}  # case: Result

    def compile(self):
        """False when tinec says nothing of one of the cases that are left."""
        source = os.path.join(self.folder, "program.py")
        while self.cases:
            text = programs.program(self.cases)
            with open(source, "w") as file:
                file.write(text)
            status, _, said = command(
                [self.tinec, source, "-o", self.executable] + self.options,
                COMPILE_LIMIT)
            if status == 0:
                return True
            if not self.leave_out(text, status, said):
                return False
        return True

    @property
    def executable(self):
        return os.path.join(self.folder, "program")

    def leave_out(self, text, status, said):
        """Whether it is known which case tinec does not like."""
        place = case_at(text, said)
        good = status == 1 and place and not BROKEN.search(said)
        message = place[1] if place else said.strip()[:200]
        result = Result("r" if good else "X", message, "")
        if not place and len(self.cases) > 1:
            return False
        self.out_of_it[self.cases.pop(place[0] if place else 0)] = result
        return True

    def run(self, case, run):
        numbers, printed, error = run
        path = os.path.join(self.folder, "numbers.safetensors")
        programs.write_numbers(path, self.cases.index(case), numbers,
                               self.cases, self.modules)
        status, got, said = command([self.executable, "--load", path],
                                    RUN_LIMIT)
        if status not in (0, 1) or re.search("ERROR: .*Sanitizer", said):
            return Result("X", f"status {status} {said.strip()[:2000]}", got)
        said = re.sub("^==.*WARNING: AddressSanitizer.*\n", "", said)
        line = said.partition("\n")[0]
        # The sign of a NaN is another one where nothing divides.
        got = got.replace("-nan", "nan")
        printed = "begin\n" + printed.replace("-nan", "nan")
        found = compare.difference(got, printed)
        if error and not status:
            found = f"no error; PyTorch: {error}"
        elif status and not error:
            found = f"fails: {line}"
        # In a loop an earlier iteration may fail.
        is_earlier = status and error and printed.startswith(got)
        if (found and "differs" in ACTIONS[case.split("--")[0]].flags
                and (bool(status) != bool(error) or is_earlier
                     or same_numbers(got, printed))):
            return Result("d", found, got)
        if found:
            return Result("W", found, got)
        if status and (":" not in line or not error.startswith(line)):
            return Result("m", f"{line} | PyTorch: {error}", got)
        return Result(".", "", got)


def check(tinec, options, cases, recorded, modules):
    """Results of runs, as [(case, run, result)]."""
    with tempfile.TemporaryDirectory() as folder:
        batch = Batch(tinec, options, cases, modules, folder)
        if batch.compile():
            return [(case, run, batch.out_of_it[case]
                     if case in batch.out_of_it else batch.run(case, run))
                    for case in cases for run in recorded[case]]
    half = len(cases) // 2
    return [result for part in (cases[:half], cases[half:])
            for result in check(tinec, options, part, recorded, modules)]


def read_recorded(path, given):
    with open(path) as file:
        found = json.load(file)
    if programs.digest(found["cases"]) != found["programs"]:
        sys.exit(f"the programs of {path} have changed: run record.py")
    return {case: runs[:given.runs] for case, runs in found["cases"].items()
            if re.search(given.filter, case)
            and programs.chance(case) % given.every == 0}, found["modules"]


def report(path, results):
    with open(path, "w") as file:
        for case, run, result in results:
            if result.letter in "WX":
                file.write(f"==== {LETTERS[result.letter]}: {case}\n"
                           f"numbers {run[0]}\n{result.message}\n"
                           f"---- PyTorch\n{run[1]}{run[2]}\n"
                           f"---- Tine\n{result.printed}\n")


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("build")
    parser.add_argument("--recorded",
                        default=os.path.join(HERE, "expected.json"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--together", type=int, default=24)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--every", type=int, default=1)
    for option in "options", "filter", "out", "report":
        parser.add_argument("--" + option, default="")
    return parser.parse_args()


def main():
    given = arguments()
    tinec = os.path.join(os.path.abspath(given.build), "bin", "tinec")
    recorded, modules = read_recorded(given.recorded, given)
    cases = sorted(recorded, key=programs.chance)
    parts = [cases[i:i + given.together]
             for i in range(0, len(cases), given.together)]
    results = []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool, \
            open(given.out or os.devnull, "w", buffering=1) as out:
        for part in pool.map(lambda p: check(tinec, given.options.split(), p,
                                             recorded, modules), parts):
            results += part
            for case, run, result in part:
                message = " ".join(result.message.split())
                out.write(f"{case}\t{run[0]}\t{result.letter}\t{message}\n")
    if given.report:
        report(given.report, results)
    letters = [result.letter for _, _, result in results]
    for case, run, result in results:
        if result.letter in "WX":
            print(f"{result.letter}  {case} {run[0]}  {result.message[:300]}")
    print(f"{len(cases)} cases, {len(results)} programs:",
          ", ".join(f"{letters.count(letter)} {name}"
                    for letter, name in LETTERS.items()))
    return 1 if set(letters) & set("WX") or not letters else 0


if __name__ == "__main__":
    sys.exit(main())
