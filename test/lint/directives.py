#!/usr/bin/env python3
"""Finds RUN and CHECK lines that never run.

usage: directives.py FOLDER

A test passes silently when a directive is misspelt, so every line of a test
that looks like one has to be one. Reports
- a word in capitals with a colon that is no directive and no prefix of a
  FileCheck in the file (`RNU:`, `CHECK-NXT:`, `CHEKC:`), or in another case;
- a directive without its colon (`RUN %tinec`, `CHECK-NEXT foo`);
- prefixes that a FileCheck looks for and no line has.
"""
import os
import re
import sys

LIT = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "ALLOW_RETRIES", "DEFINE",
       "REDEFINE", "END", "COM"}
SUFFIXES = ("NEXT", "SAME", "NOT", "DAG", "LABEL", "EMPTY")
SUFFIX = r"(?:-(?:" + "|".join(SUFFIXES) + r"|COUNT-\d+))?"
SKIPPED_FOLDERS = {"Inputs", "inputs", "Output"}
WORD = r"[A-Z][A-Z0-9_]*(?:[-_ ][A-Z0-9_]+)*"


def logical_run_lines(lines):
    """The commands of the RUN lines, continued ones joined."""
    command = ""
    for line in lines:
        found = re.search(r"\bRUN:\s*(.*)", line)
        if found:
            command += found.group(1)
            if command.endswith("\\"):
                command = command[:-1]
            else:
                yield command
                command = ""


def prefixes_of(lines):
    """The prefixes that the FileChecks of a file look for."""
    prefixes = set()
    for command in logical_run_lines(lines):
        for part in command.split("FileCheck")[1:]:
            part = re.split(r"[|;&]", part)[0]
            if "%s" not in part:
                continue
            given = re.findall(r"-check-prefix(?:es)?[= ](\S+)", part)
            prefixes.update(",".join(given).split(",") if given else ["CHECK"])
    return prefixes


def body(line, comment_only):
    """The text in which a directive may stand, or None."""
    text = line.strip()
    for leader in ("//", "#"):
        if text.startswith(leader):
            return text[len(leader):].lstrip("/#").strip()
    return None if comment_only else text


def problems(path, lines):
    prefixes = prefixes_of(lines)
    known = LIT | prefixes
    directive = re.compile(r"(?:%s)%s:" % ("|".join(sorted(known)), SUFFIX))
    no_colon = re.compile(r"(?:%s)%s(?=\s+[%%@{]|\s*$)" %
                          ("|".join(sorted({"RUN"} | prefixes)), SUFFIX))
    other_case = re.compile(r"(?:%s)%s:" % ("|".join(sorted(known)), SUFFIX),
                            re.I)
    used = set()
    plain = path.endswith(".test")
    for number, line in enumerate(lines, 1):
        text = body(line, comment_only=not plain)
        if not text:
            continue
        if directive.match(text):
            used.update(p for p in prefixes
                        if re.match(re.escape(p) + SUFFIX + ":", text))
            continue
        if no_colon.match(text):
            yield number, f"a directive without a colon: {text!r}"
        elif re.match(WORD + r"\s*:(?!:)", text):
            yield number, f"looks like a directive but is none: {text!r}"
        elif other_case.match(text):
            yield number, f"a directive in the wrong case: {text!r}"
    for prefix in sorted(prefixes - used):
        yield 1, f"FileCheck looks for {prefix}, which no line has"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = 0
    for folder, folders, files in os.walk(sys.argv[1]):
        folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS]
        for name in sorted(files):
            if not name.endswith((".mlir", ".test", ".py")):
                continue
            path = os.path.join(folder, name)
            with open(path, errors="replace") as file:
                lines = file.read().splitlines()
            # Other Python files are programs or tools.
            if name.endswith(".py") and not any(
                    re.match(r"#\s*RUN:", line) for line in lines):
                continue
            for number, problem in problems(path, lines):
                print(f"{path}:{number}: error: {problem}")
                found += 1
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
