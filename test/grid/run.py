#!/usr/bin/env python3
"""Compiles the programs of the grid, runs them and compares with PyTorch.

usage: run.py BUILD_DIR [--jobs N] [--filter REGEX] [--every N]
              [--selected FILE] [--out TABLE.tsv] [--baseline OLD.tsv]
              [--report FILE]

BUILD_DIR/bin/tinec compiles; each executable runs with 1 and with 2 threads.
What happens has a letter:
  .  agrees with PyTorch, under the rules of e2e/compare.py
  r  refused: `FILE:LINE:COLUMN: error: ...` and exit status 1
  W  wrong: prints something else, or goes on where PyTorch raises an error
  E  fails when it runs, where PyTorch does not
  X  tinec crashes, takes too long, or says something without a place in the
     source; or the executable ends by a signal
--filter takes programs whose name matches, --every one of N of them (the same
ones each time; the whole grid takes 20 minutes on two cores). --selected takes
the programs that a file names, a line each: `NAME agree` or `NAME any`, which
may be refused, too.
--out writes name, letter and message of each program; --baseline reads such a
file and lists what has another letter now. --report writes the text of the
programs that are wrong or crash, with what was printed and expected.
Exit status: 1 when a program is W, E or X, or a selected one does not agree.
"""
import argparse
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

LETTERS = {".": "agree", "r": "refused", "W": "wrong", "E": "fail when run",
           "X": "crash"}
COMPILE_LIMIT, RUN_LIMIT = 120, 30


def first_error(said):
    place = re.search(r"^\S*?program\.py:(\d+):\d+: error: (.*)", said, re.M)
    return f"{place.group(1)}: {place.group(2)}" if place else ""


def compiled(tinec, text, folder):
    """(executable, "", "") or (None, letter, message)."""
    source = os.path.join(folder, "program.py")
    executable = os.path.join(folder, "program")
    with open(source, "w") as file:
        file.write(text)
    status, _, said = command([tinec, source, "-o", executable], COMPILE_LIMIT)
    if status == 0:
        return executable, "", ""
    message = first_error(said)
    if status == 1 and message and not BROKEN.search(said):
        return None, "r", message
    broken = re.search(r"internal error.*", said)
    frame = re.search(r"tine::[\w:]+", said)
    return None, "X", " in ".join(m.group() for m in (broken, frame) if m) or (
        message or said.strip() or f"status {status}")[:200]


def check(tinec, text, expected):
    """(letter, message, what the first run that differs printed)."""
    fails = expected.endswith("RUNTIME ERROR\n")
    if fails:
        expected = expected[:-len("RUNTIME ERROR\n")]
    with tempfile.TemporaryDirectory() as folder:
        executable, letter, message = compiled(tinec, text, folder)
        if not executable:
            return letter, message, ""
        for threads in "1", "2":
            status, printed, said = command(
                [executable], RUN_LIMIT,
                env=dict(os.environ, OMP_NUM_THREADS=threads))
            last = said.strip().split("\n")[0]
            if status is None or status < 0 or status > 127:
                return "X", f"executable: {status} {last}", printed
            found = compare.difference(printed, expected)
            if status and not fails:
                return "E", last, printed
            if fails and not found and not (status == 1 and said.strip()):
                found = f"no error of the run, exit status {status}"
            if found:
                return "W", f"{threads} threads: {found}", printed
    return ".", "", ""


def expectations():
    """Expected output by name; says when the recording is of other texts."""
    with open(os.path.join(HERE, "expected.json")) as file:
        recorded = json.load(file)
    made = programs.digests()
    found = {}
    for action, (digest, cells) in recorded["actions"].items():
        if made.get(action) != digest:
            sys.exit(f"the programs of {action} have changed: run record.py")
        for cell, number in cells.items():
            found[f"{action}--{cell}"] = recorded["outputs"][number]
    return found


def read_selected(path):
    with open(path) as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    wanted = {name: word for name, word in lines}
    assert set(wanted.values()) <= {"agree", "any"}
    return wanted


def read_table(path):
    with open(path) as file:
        return {name: (letter, message) for name, letter, message in
                (line.rstrip("\n").split("\t") for line in file)}


def print_grid(letters):
    """Actions down, constructs across: the worst letter of the truths."""
    columns = [c for c in programs.read_constructs()
               if any(name.split("--")[1] == c for name in letters)]
    cells = {}
    for name, letter in letters.items():
        action, construct, _ = name.split("--")
        row = cells.setdefault(action, {})
        worst = max(letter, row.get(construct, "."), key=".rEWX".index)
        row[construct] = worst
    for number, column in enumerate(columns):
        print(" " * 28 + "|" * number + column)
    for action, row in cells.items():
        print(f"{action:28}" + "".join(row.get(c, " ") for c in columns))


def print_totals(letters):
    count = {name: sum(letter == key for letter in letters.values())
             for key, name in LETTERS.items()}
    print(f"{len(letters)} programs:",
          ", ".join(f"{n} {name}" for name, n in count.items()),
          f"({100 * count['agree'] / max(1, len(letters)):.1f} % agree)")


def print_changes(table, old):
    changed = [(n, old[n][0], table[n][0]) for n in table
               if n in old and old[n][0] != table[n][0]]
    for name, before, now in sorted(changed, key=lambda c: c[1:]):
        print(f"{before} -> {now}  {name}  {table[name][1]}")
    print(len(changed), "changed,", len(set(table) - set(old)), "new,",
          len(set(old) - set(table)), "not there any more")


def report(path, results, texts, expected):
    with open(path, "w") as file:
        for name, (letter, message, printed) in results.items():
            if letter in "WEX":
                file.write(f"==== {LETTERS[letter]}: {name}\n{message}\n"
                           f"---- program\n{texts[name]}"
                           f"---- PyTorch\n{expected[name]}"
                           f"---- Tine\n{printed}\n")


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1)
    for option in "filter", "selected", "out", "baseline", "report":
        parser.add_argument("--" + option)
    return parser.parse_args()


def main():
    given = arguments()
    tinec = os.path.join(os.path.abspath(given.build), "bin", "tinec")
    expected = expectations()
    texts = {n: t for n, t in programs.all_programs() if n in expected}
    wanted = read_selected(given.selected) if given.selected else None
    chosen = [n for n in texts if (wanted is None or n in wanted)
              and re.search(given.filter or "", n)
              and programs.chance(n) % given.every == 0]
    if wanted and set(wanted) - set(texts):
        sys.exit(f"not recorded: {sorted(set(wanted) - set(texts))}")
    results = {}
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool, \
            open(given.out or os.devnull, "w", buffering=1) as out:
        found = pool.map(lambda n: check(tinec, texts[n], expected[n]), chosen)
        for name, (letter, message, printed) in zip(chosen, found):
            message = " ".join(message.split())
            results[name] = letter, message, printed
            out.write(f"{name}\t{letter}\t{message}\n")
    table = {name: result[:2] for name, result in results.items()}
    letters = {name: result[0] for name, result in results.items()}
    if given.report:
        report(given.report, results, texts, expected)
    if wanted is None:
        print_grid(letters)
    if given.baseline:
        print_changes(table, read_table(given.baseline))
    failed = [n for n in chosen if letters[n] in "WEX" or (
        wanted and wanted[n] == "agree" and letters[n] != ".")]
    for name in failed:
        print(f"{letters[name]}  {name}  {table[name][1]}")
    print_totals(letters)
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
