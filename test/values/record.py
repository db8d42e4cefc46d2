#!/usr/bin/env python
"""Writes what PyTorch prints for the programs: expected.json.xz.

usage: record.py [--filter REGEX]              (with a python that has PyTorch)

Of each function: {case: text, null where PyTorch raises an error, or "crash"
where it ends by a signal}. With
--filter the others stay as they were recorded.
"""
import argparse
import contextlib
import io
import json
import os
import re
import tempfile
import warnings

import torch

import programs
import run


def result_of(names, line):
    """What a line of a program prints; None if it raises."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(line, names)
        except Exception:
            return None
    return printed.getvalue()


def run_cases(expression, kind, names, out):
    """Writes a line for each case that is named."""
    made, cases = programs.operands(kind)
    scope = {}
    exec(programs.HEAD, scope)
    exec("\n".join(f"{name} = {text}" for name, text in made.items()), scope)
    for case in cases:
        if case.name in names:
            text = result_of(scope, case.call(expression))
            out.write(json.dumps([case.name, text]) + "\n")
            out.flush()


def recorded(expression, kind):
    """In processes of its own: some divisions end PyTorch by a signal."""
    left = [case.name for case in programs.operands(kind)[1]]
    found = {}
    while left:
        with tempfile.TemporaryFile("w+") as out:
            child = os.fork()
            if child == 0:
                run_cases(expression, kind, left, out)
                os._exit(0)
            os.waitpid(child, 0)
            out.seek(0)
            found.update(map(json.loads, out))
        left = [name for name in left if name not in found]
        if left:
            found[left.pop(0)] = run.CRASH
    return found


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--filter", default="")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    # oneDNN's gelu is NaN at infinity on processors with AVX-512.
    torch.backends.mkldnn.set_flags(False)
    known = programs.functions()
    old = run.read_expected() if given.filter else {}
    found = {name: results for name, results in old.items() if name in known}
    for name, kind in known.items():
        if re.search(given.filter, name) or name not in found:
            found[name] = recorded(name, kind)
    run.write_expected({name: found[name] for name in known})


if __name__ == "__main__":
    main()
