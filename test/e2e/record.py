#!/usr/bin/env python
"""Writes what PyTorch prints for the programs here, as the expectation of their tests.

usage: record.py [PROGRAM.py ...]        (with a python that has PyTorch, NumPy and torchvision)

Without arguments it records every program of the folders beside this file and of
examples/, and notes the version of PyTorch in RECORDED_WITH. A program that ends
with an error gets `RUNTIME ERROR` behind its output. A program with a line
`# expect: TEXT` is not run: TEXT is the expectation, such as
`COMPILE ERROR 7 shape` where Tine finds an error before anything runs.
Each line `# arguments: WORDS` is a run with these words (see run.py).
PROGRAM.stdin is its standard input; with a line `# in a folder of its own` it runs in
a new folder with a link to its folder Inputs.
`# number: WORD` replaces the numbers of output lines that hold WORD by `<number>`.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

from run import last_error

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples")
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")


def programs():
    # Examples in folders of their own have command lines, which their tests say.
    folders = [(folder, names) for folder, _, names in sorted(os.walk(HERE))
               if folder != HERE and "Inputs" not in folder]
    for folder, names in folders + [(EXAMPLES, os.listdir(EXAMPLES))]:
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.join(folder, name)


def printed(program, words, given, folder):
    ran = subprocess.run([sys.executable, "-W", "ignore", program] + words,
                         capture_output=True, text=True, timeout=300, input=given, cwd=folder)
    if not ran.returncode:
        return ran.stdout
    return ran.stdout + f"status {ran.returncode}: {last_error(ran.stderr)}\n"


def expectation(program):
    with open(program) as file:
        source = file.read()
    given = re.search(r"^# expect: (.*)$", source, re.M)
    if given:
        return given.group(1) + "\n"
    given = ""
    if os.path.exists(os.path.splitext(program)[0] + ".stdin"):
        with open(os.path.splitext(program)[0] + ".stdin", newline="") as file:
            given = file.read()
    commands = re.findall(r"^# arguments:(.*)$", source, re.M)
    is_own = re.search(r"^# in a folder of its own$", source, re.M)
    if commands:
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(os.path.dirname(program), "Inputs"), os.path.join(folder, "Inputs"))
            return "".join(printed(program, shlex.split(words), given, folder if is_own else None)
                           for words in commands)
    for _ in range(20):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(os.path.dirname(program), "Inputs"), os.path.join(folder, "Inputs"))
            ran = subprocess.run([sys.executable, "-W", "ignore", program], capture_output=True,
                                 text=True, timeout=300, input=given, cwd=folder if is_own else None)
        # PyTorch's thread pool now and then aborts while the process ends.
        if "terminate called without" not in ran.stderr:
            break
    text = ran.stdout
    if ran.returncode:
        print("  " + ran.stderr.strip().splitlines()[-1])
        text += "RUNTIME ERROR\n"
    for word in re.findall(r"^# number: (.*)$", source, re.M):
        text = "\n".join(NUMBER.sub("<number>", line) if word in line else line
                         for line in text.split("\n"))
    return text


def main():
    chosen = [os.path.abspath(p) for p in sys.argv[1:]] or list(programs())
    for program in chosen:
        print(os.path.relpath(program, HERE))
        text = expectation(program)
        with open(os.path.splitext(program)[0] + ".expected", "w") as file:
            file.write(text)
    import torch
    with open(os.path.join(HERE, "RECORDED_WITH"), "w") as file:
        file.write(f"PyTorch {torch.__version__}, "
                   f"{torch.backends.cpu.get_cpu_capability()} kernels, "
                   f"CPython {sys.version.split()[0]}\n")


if __name__ == "__main__":
    main()
