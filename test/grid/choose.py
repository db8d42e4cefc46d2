#!/usr/bin/env python3
"""Chooses the programs of the grid that the test runs: selected.txt.

usage: choose.py TABLE.tsv > selected.txt

TABLE.tsv is what `run.py --out` wrote. Of programs that agree or are refused,
each action gets two, one whose condition holds and one whose condition does
not, under constructs that few others have so far; each construct gets at least
three. A program that agrees has to go on agreeing; one that
is refused may be either.
"""
import collections
import sys

import programs
from run import read_table

OF_CONSTRUCT = 3


def chosen(letters):
    """Names; programs that agree come before those that are refused."""
    cells = collections.defaultdict(list)
    for name in sorted(letters, key=programs.chance):
        action, construct, _ = name.split("--")
        cells[action].append((construct, name))
    used, found = collections.Counter(), set()

    def take(construct, name):
        used[construct] += 1
        found.add(name)

    def price(entry, truth):
        construct, name = entry
        return letters[name], not name.endswith(truth), used[construct]

    for entries in cells.values():
        for truth in "tf":
            rest = [e for e in entries if e[0] != "plain" and e[1] not in found]
            if rest:
                take(*min(rest, key=lambda e: price(e, truth)))
    for construct in programs.read_constructs():
        for entries in cells.values():
            for entry in entries:
                if (used[construct] < OF_CONSTRUCT and entry[0] == construct
                        and entry[1] not in found):
                    take(*entry)
    return sorted(found)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    table = read_table(sys.argv[1])
    letters = {n: letter for n, (letter, _) in table.items() if letter in ".r"}
    print("# Programs of grid.test: choose.py wrote this from run.py's table.")
    for name in chosen(letters):
        print(name, "agree" if letters[name] == "." else "any")


if __name__ == "__main__":
    main()
