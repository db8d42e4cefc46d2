#!/usr/bin/env python3
"""Runs random placed programs on simulated GPUs, in many ways, and on the CPU.

usage: placed.py BUILD_DIR SEED|FIRST-LAST... [--options "..."] [--jobs N]
                 [--part I/N] [--driver FOLDER] [--keep FOLDER]

The programs are those of ../placed/programs.py: forks, copies, loops, changes
in place and training on 2 to 4 devices. Each is compiled by BUILD_DIR/bin/tinec
with --options and runs with all devices on the CPU, on as many GPUs of the
driver in FOLDER (BUILD_DIR/test/cuda/driver) as it has devices in three orders
of their streams, and on fewer GPUs, which devices share. All runs on GPUs must
print the same bytes, and no complaint of the driver: races, leaks and wrong
addresses are some. Both kinds of runs must end with the same error and print
the same text, with numbers that agree by the rules of ../e2e/compare.py. What
tinec refuses of a program is left out. One line for each program that is wrong;
--keep has those. Exit status: 1 when there are such.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
for _folder in "e2e", "placed":
    sys.path.insert(0, os.path.join(HERE, "..", _folder))
import compare  # noqa: E402
import programs  # noqa: E402
import run as placed  # noqa: E402
from commands import command  # noqa: E402

RUN_LIMIT = 240
TOLERANCE = 1e-3


def ways_of(devices):
    """(options, environment) of the runs on GPUs."""
    count = max(devices) + 1
    for more in {}, {"FAKE_CUDA_SEED": "5"}, {"FAKE_CUDA_EAGER": "1"}:
        yield [], dict(more, FAKE_CUDA_DEVICES=str(count))
    for gpus in range(1, count):
        shared = ",".join(f"cuda:{d}=cuda:{d % gpus}" for d in devices)
        yield (["--device-map", shared],
               {"FAKE_CUDA_DEVICES": str(gpus), "FAKE_CUDA_SEED": str(gpus)})


class Check:
    def __init__(self, given, seed):
        self.given, self.seed = given, seed
        self.program = placed.Program(
            types.SimpleNamespace(build=given.build, options=given.options,
                                  program=None), str(seed), None)
        self.runs = []  # what was said, for --keep

    def __call__(self):
        """What is wrong, or None."""
        with tempfile.TemporaryDirectory() as folder:
            found = self.judge(folder)
        if found and self.given.keep:
            self.keep(found)
        self.runs.clear()  # all of them would take gigabytes
        return found

    def judge(self, folder):
        wrong = self.program.compile(folder)
        if wrong:
            return wrong[1] or None
        devices = sorted({int(d) for d in re.findall(r"cuda(?::|\()(\d)",
                                                     self.program.text)})
        if not devices:
            return None
        executable = os.path.join(folder, "program")
        host = self.run(executable, ["--device-map", "cuda:*=cpu"], {})
        first = None
        for options, more in ways_of(devices):
            more["LD_LIBRARY_PATH"] = self.given.driver
            ran = self.run(executable, options, more)
            if first is None:
                first = ran
                if ran[0] != host[0] or ran[2] != host[2]:
                    return (f"exit status {ran[0]}, on the CPU {host[0]}: "
                            f"{ran[2].strip()[:400]}")
                found = compare.difference(placed.rounded(ran[1]),
                                           placed.rounded(host[1]), TOLERANCE)
                if found:
                    return f"not as on the CPU: {found}"
            elif ran != first:
                found = compare.difference(ran[1], first[1], 0)
                return (f"{' '.join(options)} {more}: exit status {ran[0]}, "
                        f"first {first[0]}: {ran[2].strip()[:400]} {found}")
        return None

    def run(self, executable, options, more):
        status, out, said = command([executable] + options, RUN_LIMIT,
                                    env=dict(os.environ, TINE_TEST="1", **more))
        self.runs.append(f"{options} {more}: {status}\n{said}\n{out}")
        # Messages begin with the executable's name.
        return status, out, said.replace(executable, "program")

    def keep(self, found):
        os.makedirs(self.given.keep, exist_ok=True)
        name = os.path.join(self.given.keep, str(self.seed))
        with open(name + ".py", "w") as file:
            file.write(self.program.text)
        with open(name + ".txt", "w") as file:
            file.write("\n----\n".join([found] + self.runs))


def seeds_of(given):
    found = []
    for text in given.seeds:
        first, _, last = text.partition("-")
        found += range(int(first), int(last or first) + 1)
    part, parts = map(int, given.part.split("/"))
    return found[part - 1::parts]


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("build")
    parser.add_argument("seeds", nargs="+")
    for option in "options", "driver", "keep":
        parser.add_argument("--" + option, default="")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    given.driver = os.path.abspath(given.driver or os.path.join(
        given.build, "test", "cuda", "driver"))
    if not os.path.exists(os.path.join(given.driver, "libcuda.so.1")):
        sys.exit(f"there is no libcuda.so.1 in {given.driver}")
    return given


def main():
    given = arguments()
    checks = [Check(given, seed) for seed in seeds_of(given)]
    wrong, refused = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for check, message in zip(checks, pool.map(Check.__call__, checks)):
            refused.update(check.program.refused)
            if message:
                wrong += 1
                print(f"{check.seed}: {message}", flush=True)
    for message, count in refused.most_common():
        print(f"refused {count} times: {message}")
    print(f"{len(checks) - wrong} as they should be, {wrong} wrong")
    return 1 if wrong or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
