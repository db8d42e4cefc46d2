#!/usr/bin/env python3
"""Runs programs on simulated GPUs and on the CPU, and compares what they print.

usage: run.py BUILD_DIR [--options "..."] [--list FILE] [--without FILE]
              [--part I/N] [--driver FOLDER] [--gpus N] [--jobs N]
              [--keep FOLDER] [PROGRAM.py | FOLDER...]

Each program is compiled by BUILD_DIR/bin/tinec with --options and runs with all
devices on the CPU and twice on --gpus GPUs of the driver in FOLDER
(BUILD_DIR/test/cuda/driver, the simulated one), in other orders of the streams.
The runs on GPUs must print the same bytes, and no complaint of the driver; both
maps the same text and the same error, and numbers that agree by the rules of
e2e/compare.py. Where a program does not take --default-device, and
PROGRAM.expected stands beside it, that is what it must print (`COMPILE ERROR`:
it is left out). --list names programs of test/e2e, one a line, and --without
those that are left out of all; --part takes every Nth, from the Ith (1/N) on.
One line for each that is wrong; --keep has what those printed. Exit status: 1
when there are such, or no programs.
"""
import argparse
import concurrent.futures
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
E2E = os.path.join(HERE, "..", "e2e")
sys.path.insert(0, E2E)
import compare  # noqa: E402
from commands import command  # noqa: E402

COMPILE_LIMIT, RUN_LIMIT = 240, 240


def text_of(path):
    with open(path) as file:
        return file.read()


class Check:
    def __init__(self, given, program):
        self.given, self.program = given, program
        self.tinec = os.path.join(os.path.abspath(given.build), "bin", "tinec")
        self.runs = {}  # what each has said, for --keep

    def __call__(self):
        """What is wrong, or None."""
        with tempfile.TemporaryDirectory() as folder:
            return self.judge(os.path.join(folder, "program"))

    def run(self, name, executable, options, **more):
        environment = dict(os.environ, **more)
        status, out, said = command([executable] + options, RUN_LIMIT,
                                    env=environment)
        # Messages begin with the executable's name.
        said = said.replace(executable, "program")
        self.runs[name] = f"exit status {status}\n{said}\n{out}"
        return status, out, said

    def expected(self):
        path = os.path.splitext(self.program)[0] + ".expected"
        if os.path.exists(path):
            return text_of(path)
        return None

    def judge(self, executable):
        want = self.expected()
        if want and want.startswith("COMPILE ERROR"):
            return None
        source = text_of(self.program)
        given = re.search(r"^# tolerance: (\S+)", source, re.M)
        tolerance = float(given.group(1)) if given else compare.DEFAULT_TOLERANCE
        status, _, said = command(
            [self.tinec, self.program, "-o", executable]
            + self.given.options.split(), COMPILE_LIMIT)
        if status != 0:
            return f"tinec: exit status {status}: {said.strip()[:400]}"
        host = self.run("host", executable, ["--device-map", "cuda:*=cpu"])
        gpus = {"LD_LIBRARY_PATH": self.given.driver,
                "FAKE_CUDA_DEVICES": str(self.given.gpus)}
        first = self.run("gpu", executable, [], **gpus)
        if first[0] != host[0]:
            return (f"exit status {first[0]}, on the CPU {host[0]}: "
                    f"{first[2].strip()[:400]}")
        if first[2] != host[2]:
            return f"other messages than on the CPU: {first[2].strip()[:400]}"
        found = compare.difference(first[1], host[1], tolerance)
        if found:
            return f"not as on the CPU: {found}"
        if "--default-device" not in self.given.options and want:
            want = want.rstrip().removesuffix("RUNTIME ERROR")
            found = compare.difference(first[1], want, tolerance)
            if found:
                return found
        again = self.run("again", executable, [], FAKE_CUDA_SEED="5", **gpus)
        if again != first:
            return "two runs on GPUs print different bytes"
        return None

    def keep(self, folder):
        os.makedirs(folder, exist_ok=True)
        name = os.path.relpath(self.program, E2E).replace("/", "_")
        for run, text in self.runs.items():
            with open(os.path.join(folder, f"{name}.{run}"), "w") as file:
                file.write(text)


def listed(path):
    """The programs of test/e2e that a file names; # begins a remark."""
    lines = (line.split("#")[0].strip() for line in text_of(path).splitlines())
    return [os.path.join(E2E, line) for line in lines if line]


def programs_of(given):
    found = listed(given.list) if given.list else []
    for path in given.programs:
        if not os.path.isdir(path):
            found.append(path)
            continue
        for folder, _, files in sorted(os.walk(path)):
            found += [os.path.join(folder, name) for name in sorted(files)
                      if name.endswith(".py")
                      and name[:-3] + ".expected" in files]
    left = {os.path.realpath(path) for path in listed(given.without)} \
        if given.without else set()
    found = [path for path in found if os.path.realpath(path) not in left]
    part, parts = map(int, given.part.split("/"))
    return found[part - 1::parts]


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("build")
    parser.add_argument("programs", nargs="*")
    for option in "options", "list", "without", "driver", "keep":
        parser.add_argument("--" + option, default="")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--gpus", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_intermixed_args()
    given.driver = os.path.abspath(given.driver or os.path.join(
        given.build, "test", "cuda", "driver"))
    if not os.path.exists(os.path.join(given.driver, "libcuda.so.1")):
        sys.exit(f"there is no libcuda.so.1 in {given.driver}")
    return given


def main():
    given = arguments()
    checks = [Check(given, program) for program in programs_of(given)]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for check, message in zip(checks, pool.map(Check.__call__, checks)):
            if message:
                wrong += 1
                print(f"{os.path.relpath(check.program)}: {message}", flush=True)
                if given.keep:
                    check.keep(given.keep)
    print(f"{len(checks) - wrong} as they should be, {wrong} wrong")
    return 1 if wrong or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
