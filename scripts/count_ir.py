#!/usr/bin/env python3
"""Counts the IR of all programs, so that a change of its shape is seen.

usage: count_ir.py TINEC OUT.tsv [-j JOBS] [--limit SECONDS] [PROGRAM.py...]
       count_ir.py --compare OLD.tsv NEW.tsv

Compiles the programs of test/e2e, examples and bench/inputs (or those given) to
object files for one processor, whatever machine this is, and writes a table
with a line for each. Its columns:

  status     ok, rejected (a diagnosed error), or failed (a crash, or over the
             limit of processor seconds or of memory)
  seconds    processor time of tinec in user mode, with all stages written out
  importing  wall-clock seconds of the front end within it
  nn.*       as imported: all operations; loops with a known trip count (for)
             and without one (while); branches; forks, waits and gradients
  place.*    functions, tasks (spawn) and waits
  tensor.*   kernels: operations of linalg and products; updates: those that
             update the parameters of an optimizer in one vector
  target.*   all operations, loops, functions with a body, tasks (spawn) and
             waits for one of them
  code       bytes of machine code in the object file
  by_kind    each kind of operation as imported and how often it stands there

`--compare` lists the programs whose status, loops, branches, forks, tasks,
waits, gradients, functions, kernels or updates are not what they were, whose
operations or code grew by more than 10 %, or whose compilation takes over 20 %
longer (and 0.2 s; for that, run both with the same JOBS on a quiet machine).
The exit status is 1 when there are any, 2 for other errors.
"""
import argparse
import collections
import concurrent.futures
import csv
import glob
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROCESSOR = "x86-64-v3"
MEMORY = 8 << 30
# `%a, %b:2 = dialect.op`; the dialect of a function's own is not printed.
OPERATION = re.compile(r'\s*(?:%\S+(?:, %\S+)* = )?"?'
                       r"([a-z_]+(?:\.[a-z_0-9]+)+\b|return\b|call\b)")
# Columns that are the same or have changed, and those that may not grow much.
SHAPE = ["nn.for", "nn.while", "nn.if", "nn.fork", "nn.wait", "nn.gradient",
         "place.functions", "place.spawn", "place.wait", "tensor.kernels",
         "tensor.updates", "target.for", "target.while", "target.functions",
         "target.spawn", "target.wait"]
SIZES = ["nn.ops", "target.ops", "code"]
COLUMNS = (["program", "status", "seconds", "importing"] + SHAPE + SIZES
           + ["by_kind"])


def all_programs():
    """The programs of the tests, examples and benchmarks, from the root."""
    found = [path for path in glob.glob("test/e2e/**/*.py", recursive=True)
             if os.path.exists(os.path.splitext(path)[0] + ".expected")]
    return sorted(found + glob.glob("examples/*.py")
                  + glob.glob("bench/inputs/*.py"))


def kinds(text):
    """How often each kind of operation stands in the text of a stage, those in
    regions included. No stage prints two operations in one line."""
    found = map(OPERATION.match, text.splitlines())
    return collections.Counter(match.group(1) for match in found if match)


def updates(text):
    """The operations on joined parameters or gradients in the text of the
    stage *tensor*."""
    joined, count = set(), 0
    for line in text.splitlines():
        if line.lstrip().startswith("func.func"):
            joined = set()
        result = re.match(r"\s*(%\w+) = tine\.join ", line)
        if result:
            joined.add(result.group(1))
        elif "= linalg.generic " in line:
            count += bool(joined.intersection(re.findall(r"%\w+", line)))
    return count


def machine_code(path):
    """The bytes of executable sections of an ELF file of 64 bits."""
    with open(path, "rb") as file:
        data = file.read()
    table, = struct.unpack_from("<Q", data, 40)
    entry, count = struct.unpack_from("<HH", data, 58)
    total = 0
    for number in range(count):
        flags, _, _, size = struct.unpack_from("<4Q", data,
                                               table + number * entry + 8)
        total += size if flags & 4 else 0  # SHF_EXECINSTR
    return total


def counts(read, folder):
    """The columns that come from the stages; read(stage) is a stage's text."""
    nn, place, tensor, target = (
        kinds(read(stage)) for stage in ("nn", "place", "tensor", "target"))
    bodies = re.findall(r"^ *(?:func|llvm)\.func .*\{$", read("target"), re.M)
    kernels = sum(count for kind, count in tensor.items()
                  if kind.startswith(("linalg.", "cpu."))
                  and kind not in ("linalg.yield", "linalg.index"))
    return {
        "nn.for": nn["scf.for"], "nn.while": nn["scf.while"],
        "nn.if": nn["scf.if"], "nn.fork": nn["tine.fork"],
        "nn.wait": nn["tine.wait"], "nn.gradient": nn["nn.gradient"],
        "place.functions": place["func.func"],
        "place.spawn": place["tine.spawn"], "place.wait": place["tine.wait"],
        "tensor.kernels": kernels, "tensor.updates": updates(read("tensor")),
        "target.for": target["scf.for"] + target["scf.parallel"],
        "target.while": target["scf.while"], "target.functions": len(bodies),
        "target.spawn": read("target").count("call @tine_submit("),
        "target.wait": read("target").count("call @tine_await("),
        "nn.ops": nn.total(), "target.ops": target.total(),
        "code": machine_code(os.path.join(folder, "program.o")),
        "by_kind": " ".join(f"{kind}:{nn[kind]}" for kind in sorted(nn)),
    }


def limit_to(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def row_of(tinec, program, limit):
    """The line of the table for a program."""
    with tempfile.TemporaryDirectory() as folder:
        errors = os.path.join(folder, "errors")
        command = [tinec, program, "--emit=obj", f"--mcpu={PROCESSOR}",
                   "--time-passes", "--save-stages=" + folder,
                   "-o", os.path.join(folder, "program.o")]
        with open(errors, "w") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file,
                                       preexec_fn=lambda: limit_to(limit))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status = os.waitstatus_to_exitcode(status)
        row = {"program": program, "seconds": f"{usage.ru_utime:.2f}"}
        if status:
            with open(errors, errors="replace") as file:
                diagnosed = ": error: " in file.read()
            row["status"] = ("rejected" if status == 1 and diagnosed
                             else "failed")
            return row

        def read(stage):
            path = glob.glob(os.path.join(glob.escape(folder), f"*.{stage}.*"))
            with open(path[0], errors="replace") as file:
                return file.read()

        with open(errors, errors="replace") as file:
            importing = re.search(r"([\d.]+) \([^)]*\)  importing$",
                                  file.read(), re.M)
        row.update(status="ok", importing=importing.group(1)[:-2],
                   **counts(read, folder))
        return row


def count(tinec, out, jobs, limit, programs):
    if not programs:
        os.chdir(ROOT)
        programs = all_programs()
    missing = [path for path in programs if not os.path.exists(path)]
    if missing:
        sys.exit(f"count_ir: no such program: {missing[0]}")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda p: row_of(tinec, p, limit), programs))
    with open(out, "w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, restval="", delimiter="\t",
                               lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    states = collections.Counter(row["status"] for row in rows)
    seconds = sum(float(row["seconds"]) for row in rows)
    print(", ".join(f"{states[state]} {state}" for state in sorted(states))
          + f", {seconds:.1f} s")


def read_table(path):
    with open(path, newline="") as file:
        return {row["program"]: row
                for row in csv.DictReader(file, delimiter="\t")}


def differences(old, new):
    """What is to be said of a program: phrases."""
    if old["status"] != new["status"]:
        yield f"was {old['status']}, is {new['status']}"
    if float(new["seconds"]) > 1.2 * float(old["seconds"]) + 0.2:
        yield f"seconds {old['seconds']} -> {new['seconds']}"
    if old["status"] != "ok" or new["status"] != "ok":
        return
    for column in SHAPE:
        if old[column] != new[column]:
            yield f"{column} {old[column]} -> {new[column]}"
    for column in SIZES:
        if int(new[column]) > 1.1 * int(old[column]):
            yield f"{column} {old[column]} -> {new[column]}"
            if column == "nn.ops":
                yield "most of all " + ", ".join(grown(old, new))


def grown(old, new):
    """The three kinds of operations of which there are many more."""
    before, after = (collections.Counter(
        {kind: int(count) for kind, count in (
            entry.split(":") for entry in row["by_kind"].split())})
        for row in (old, new))
    return [f"{kind} +{count}" for kind, count in
            (after - before).most_common(3)]


def compare(old_path, new_path):
    old, new = read_table(old_path), read_table(new_path)
    found = 0
    for program in sorted(old.keys() | new.keys()):
        if program not in new or program not in old:
            print(f"{program}: only in {old_path if program in old else new_path}")
            continue
        phrases = list(differences(old[program], new[program]))
        if phrases:
            found += 1
            print(f"{program}: " + "; ".join(phrases))
    both = old.keys() & new.keys()
    print(f"{found} of {len(both)} programs differ;", "; ".join(
        f"{column} {total(old, both, column)} -> {total(new, both, column)}"
        for column in ["seconds", "importing"] + SIZES))
    return 1 if found else 0


def total(table, programs, column):
    return round(sum(float(table[p][column] or 0) for p in programs), 1)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=240)
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_intermixed_args()
    if len(arguments.paths) < 2 or (arguments.compare
                                    and len(arguments.paths) > 2):
        parser.error("two paths, please")
    if arguments.compare:
        return compare(*arguments.paths)
    tinec, out, *programs = arguments.paths
    count(os.path.abspath(tinec), os.path.abspath(out), arguments.j,
          arguments.limit, programs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
