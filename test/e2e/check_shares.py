"""Checks that the shares of each table of tine-trace are no more than the whole. usage: check_shares.py FILE"""
import re
import sys

with open(sys.argv[1]) as file:
    tables = file.read().split("\n\n")
checked = 0
for table in tables:
    head, *rows = table.split("\n")
    if " share " not in head:
        continue
    # Modules that no other one holds, which come without a dot outside of brackets.
    if head.startswith("module "):
        rows = [row for row in rows if "." not in re.sub(r"\(.*?\)", "", row[:48])]
    shares = [float(share) for share in re.findall(r"([0-9.]+) %", "\n".join(rows))]
    assert shares and sum(shares) <= 100 + 0.06 * len(shares), table
    checked += 1
assert checked >= 5, tables
