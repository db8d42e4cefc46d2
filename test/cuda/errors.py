#!/usr/bin/env python3
"""Runs programs that fail, on simulated GPUs and on the CPU.

usage: errors.py BUILD_DIR FOLDER

Each program in FOLDER says in comments what it prints (`# OUT: line`), how its
error begins (`# ERROR: text`) and where that is (`# AT: file:line:column`). All
of that, exit status 1, and the same trace are wanted of the CPU and of GPUs, in
several orders of their streams. One line for each program that is wrong; exit
status 1 when there are such, or no programs.
"""
import glob
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
from commands import command  # noqa: E402

LIMIT = 240
SETTINGS = [{}, {"FAKE_CUDA_SEED": "5"}, {"FAKE_CUDA_EAGER": "1"},
            {"FAKE_CUDA_LATE": "1", "FAKE_CUDA_SEED": "7"}]


def judge(build, program, folder):
    """What is wrong, or None."""
    with open(program) as file:
        source = file.read()

    def comments(name):
        return re.findall(rf"^# {name}: (.*)$", source, re.M)

    out = "".join(line + "\n" for line in comments("OUT"))
    (error,), (at,) = comments("ERROR"), comments("AT")
    executable = os.path.join(folder, "program")
    status, _, said = command(
        [os.path.join(build, "bin", "tinec"), program, "-o", executable], LIMIT)
    if status != 0:
        return f"tinec: {said.strip()[:400]}"
    driver = {"LD_LIBRARY_PATH": os.path.join(build, "test", "cuda", "driver"),
              "FAKE_CUDA_DEVICES": "2", "TINE_TEST": "1"}
    runs = [(["--device-map", "cuda:*=cpu"], {})]
    runs += [([], dict(driver, **more)) for more in SETTINGS]
    trace = None
    for options, more in runs:
        status, printed, said = command([executable] + options, LIMIT,
                                        env=dict(os.environ, **more))
        lines = said.splitlines() + ["", ""]
        trace = trace or said
        if (status != 1 or printed != out or not lines[0].startswith(error)
                or at not in lines[1] or said != trace):
            return f"{options} {more}: status {status}\n{printed}{said}"
    return None


def main():
    build, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    programs = sorted(glob.glob(os.path.join(folder, "*.py")))
    wrong = 0
    for program in programs:
        with tempfile.TemporaryDirectory() as place:
            problem = judge(build, program, place)
        if problem:
            wrong += 1
            print(f"{os.path.basename(program)}: {problem}")
    sys.exit(1 if wrong or not programs else 0)


if __name__ == "__main__":
    main()
