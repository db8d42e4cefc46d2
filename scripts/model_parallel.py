#!/usr/bin/env python3
"""Draws the pictures of examples/model_parallel anew.

usage: model_parallel.py BUILD [NAME=VALUE...]

Compiles examples/model_parallel/model_parallel.py with BUILD/bin/tinec and runs it on two
logical CPUs, which takes a quarter of an hour on two cores; NAME=VALUE replaces constants of
the program (BATCH=24 SPLITS=[3,12]). Writes

    compared.svg      a step on one device, on two, and pipelined
    split_sizes.svg   a pipelined step by the images of a split
    timeline.svg      what ran when in a pipelined step

beside the program, and prints what it prints.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
EXAMPLE = os.path.join(ROOT, "examples", "model_parallel")
MAP = ["--device-map", "cuda:0=cpu:0,cuda:1=cpu:1"]


def compile_with(tinec, folder, constants):
    """The executable of the program with other constants."""
    with open(os.path.join(EXAMPLE, "model_parallel.py")) as file:
        source = file.read()
    for name, value in constants.items():
        source, count = re.subn(rf"^{name} = [^#\n]*", f"{name} = {value}  ", source, flags=re.M)
        if not count:
            sys.exit(f"the program has no constant '{name}'")
    program = os.path.join(folder, "model_parallel.py")
    with open(program, "w") as file:
        file.write(source)
    subprocess.run([tinec, program, "-o", program + ".exe"], check=True)
    return program + ".exe"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    bin_folder = os.path.join(os.path.abspath(sys.argv[1]), "bin")
    tinec = os.path.join(bin_folder, "tinec")
    given = dict(word.split("=", 1) for word in sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder:
        executable = compile_with(tinec, folder, given)
        subprocess.run([executable, *MAP], check=True, cwd=EXAMPLE)
    once = {"BATCH": "60", **given, "RUNS": "1", "COMPARES": "False", "SPLITS": "[12]"}
    with tempfile.TemporaryDirectory() as folder:
        executable = compile_with(tinec, folder, once)
        trace = os.path.join(folder, "trace.json")
        subprocess.run([executable, *MAP, "--trace", trace], check=True, cwd=folder)
        subprocess.run([os.path.join(bin_folder, "tine-trace"), trace,
                        "--svg", os.path.join(EXAMPLE, "timeline.svg")], check=True)


if __name__ == "__main__":
    main()
