#!/usr/bin/env python3
"""Compiles a program, runs it and compares it with what PyTorch printed.

usage: run.py --tinec TINEC --limit SECONDS PROGRAM.py EXECUTABLE
              [TINEC-OPTION...]

PROGRAM.expected holds PyTorch's output. The executable runs with 1, 2 and 8
threads and has to print the same bytes each time (unless `<number>` is
expected somewhere), and what is expected by the rules of compare.py. Further:

- A line `# tolerance: T` in the program sets the tolerance.
- Each line `# arguments: WORDS` in the program is a run with these words; what all
  of them print is expected one after the other, with the exit status of one
  that fails and its last line on standard error behind its output (`status 2:
  error: ...`).
- A program that names a cuda device runs with --device-map 'cuda:*=cpu', and with
  a logical CPU for each of its devices: the same bytes.
- With a line `# in a folder of its own` tinec and the executable run in a new folder
  with a link to the program's folder Inputs, where they may leave files.
- PROGRAM.stdin, if it is there, is the standard input.
- `COMPILE ERROR [LINE [WORD]]` as the whole expectation: tinec must fail with
  `PROGRAM.py:LINE:COLUMN: error:` and WORD behind it, and leave no output.
- `RUNTIME ERROR` as the last line: the executable must print what comes before
  and then end with a message on standard error and exit status 1.

Exit status 1 and a sentence when something is wrong.
"""
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys

from compare import DEFAULT_TOLERANCE, difference

THREADS = (1, 2, 8)


class Wrong(Exception):
    pass


def run(command, limit, **more):
    try:
        return subprocess.run(command, capture_output=True, text=True,
                              errors="surrogateescape", timeout=limit, **more)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{command[0]} took over {limit} s")


def check_rejected(compiled, program, executable, line, word):
    if not 1 <= compiled.returncode <= 127:
        raise Wrong(f"tinec should reject it; exit status {compiled.returncode}"
                    f"\n{compiled.stderr}")
    if os.path.exists(executable):
        raise Wrong("tinec left an output file behind")
    place = re.escape(os.path.basename(program)) + f":{line or '[0-9]+'}:[0-9]+"
    found = re.search(place + ": error: (.*)", compiled.stderr, re.S)
    if not found or (word or "").lower() not in found.group(1).lower():
        raise Wrong(f"no error at line {line} that says {word!r}:\n"
                    + compiled.stderr)


def last_error(stderr):
    """The last line that is not indented, without the name of the program."""
    lines = re.findall(r"^\S.*", stderr, re.M) or [""]
    return re.sub(r"^\S+: (?=error: )", "", lines[-1])


def check_runs(executable, commands, want, tolerance, limit, program, source):
    """Compares the runs of a program with command lines of its own, which have one
    folder."""
    executable = os.path.abspath(executable)
    for threads in THREADS:
        printed = ""
        folder = own_folder(source, program, executable)
        for words in commands:
            ran = run([executable, "--tine-threads", str(threads)] + words,
                      limit, cwd=folder, input=input_of(program))
            printed += ran.stdout
            if ran.returncode:
                printed += (f"status {ran.returncode}: "
                            f"{last_error(ran.stderr)}\n")
        found = difference(printed, want, tolerance)
        if found:
            raise Wrong(f"{threads} threads: {found}")


def own_folder(source, program, executable):
    """The folder that the program runs in, emptied; None for this one."""
    if not re.search(r"^# in a folder of its own$", source, re.M):
        return None
    folder = os.path.abspath(executable) + ".folder"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.symlink(os.path.join(os.path.dirname(os.path.abspath(program)), "Inputs"),
               os.path.join(folder, "Inputs"))
    return folder


def input_of(program):
    name = os.path.splitext(program)[0] + ".stdin"
    if not os.path.exists(name):
        return ""
    with open(name, newline="") as file:
        return file.read()


def check_printed(executable, maps, want, tolerance, limit, program, source):
    fails = want.rstrip().endswith("RUNTIME ERROR")
    if fails:
        want = want.rstrip()[:-len("RUNTIME ERROR")]
    first = None
    for threads, options in itertools.product(THREADS, maps):
        ran = run([os.path.abspath(executable), "--threads", str(threads)]
                  + options, limit, input=input_of(program),
                  cwd=own_folder(source, program, executable))
        if ran.returncode != (1 if fails else 0):
            raise Wrong(f"{threads} threads {options}: exit status "
                        f"{ran.returncode}\n{ran.stderr}")
        if fails and not ran.stderr.strip():
            raise Wrong("the error has no message on standard error")
        found = difference(ran.stdout, want, tolerance)
        if found:
            raise Wrong(f"{threads} threads {options}: {found}")
        if first is None:
            first = ran.stdout
        if ran.stdout != first and "<number>" not in want:
            raise Wrong(f"{threads} threads {options} print other digits than "
                        f"{THREADS[0]}: {difference(ran.stdout, first, 0)}")


def check(tinec, limit, program, executable, *tinec_options):
    with open(program) as file:
        source = file.read()
    with open(os.path.splitext(program)[0] + ".expected") as file:
        want = file.read()
    if os.path.exists(executable):
        os.remove(executable)
    compiled = run([os.path.abspath(tinec), os.path.abspath(program), "-o",
                    os.path.abspath(executable), *tinec_options], limit,
                   cwd=own_folder(source, program, executable))
    rejected = re.fullmatch(r"COMPILE ERROR(?: (\d+)(?: (\S+))?)?",
                            want.strip())
    if rejected:
        return check_rejected(compiled, program, executable, *rejected.groups())
    if compiled.returncode:
        raise Wrong(f"tinec: exit status {compiled.returncode}\n"
                    + compiled.stderr)
    given = re.search(r"^# tolerance: (\S+)", source, re.M)
    tolerance = float(given.group(1)) if given else DEFAULT_TOLERANCE
    commands = [shlex.split(words) for words in
                re.findall(r"^# arguments:(.*)$", source, re.M)]
    if commands:
        return check_runs(executable, commands, want, tolerance, limit, program,
                          source)
    maps = [[]]
    if "cuda" in source:
        numbers = sorted(set(re.findall(r"cuda:(\d+)", source)) | {"0"})
        # Patterns, because the program may not use all that it names.
        apart = ",".join(f"cuda:{n}*=cpu:{n}" for n in numbers)
        maps = [["--device-map", "cuda:*=cpu"], ["--device-map", apart]]
    check_printed(executable, maps, want, tolerance, limit, program, source)


def main():
    if len(sys.argv) < 7 or sys.argv[1:4:2] != ["--tinec", "--limit"]:
        sys.exit(__doc__)
    try:
        check(sys.argv[2], float(sys.argv[4]), *sys.argv[5:])
    except Wrong as wrong:
        sys.exit(f"{sys.argv[5]}: {wrong}")


if __name__ == "__main__":
    main()
