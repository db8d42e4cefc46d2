"""Runs the commands of a page in order and compares what they print.

usage: readme_commands.py PAGE.md SOURCE_DIR BUILD_DIR WORK_DIR

They run in WORK_DIR, with links to the examples and the build folder, whose
programs are on the PATH.

A block of Python is the file that the next command compiles. Lines of console
blocks that begin with "$ " are commands; the lines behind one are what it
prints, and one that prints nothing there may print anything. Blocks of "sh" are
commands that install and build, which this leaves out.
"""
import os
import re
import subprocess
import sys


def commands(text):
    """(command, shown lines) in order; a block of Python is written first."""
    source = None
    for kind, body in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        if kind == "python":
            source = body
        if kind != "console":
            continue
        for entry in re.split(r"^\$ ", body, flags=re.M)[1:]:
            command, _, shown = entry.partition("\n")
            compiled = re.match(r"(?:build/bin/)?tinec (\w+\.py)", command)
            if compiled and source and not os.path.exists(compiled[1]):
                with open(compiled[1], "w") as file:
                    file.write(source)
                source = None
            yield command, shown


def main(page, source, build, folder):
    with open(page) as file:
        text = file.read()
    os.chdir(folder)
    os.symlink(build, "build")
    os.symlink(os.path.join(source, "examples"), "examples")
    os.environ["PATH"] = os.pathsep.join([os.path.join(build, "bin"), os.environ["PATH"]])
    count = 0
    for command, shown in commands(text):
        run = subprocess.run(command, shell=True, text=True, timeout=200,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # An error that is shown is the one command that may fail.
        if run.returncode and not re.search(r"error:|^\w+Error: ", shown, re.M):
            sys.exit(f"$ {command}\nexit status {run.returncode}\n{run.stdout}")
        if shown and run.stdout != shown:
            sys.exit(f"$ {command}\nprinted\n{run.stdout}instead of\n{shown}")
        count += 1
    print(f"{count} commands")


main(*map(os.path.abspath, sys.argv[1:]))
