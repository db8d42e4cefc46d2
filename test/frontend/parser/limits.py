# Input that no person writes is refused with a message, or taken.
# RUN: %python %s %tine-parse-test
import subprocess
import sys


def parse(source):
    if isinstance(source, str):
        source = source.encode()
    return subprocess.run([sys.argv[1], "--quiet", "-"], input=source,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=60)


def accepted(source):
    run = parse(source)
    assert run.returncode == 0, (source[:60], run.returncode, run.stderr[:300])


def refused(source, message):
    run = parse(source)
    first = run.stderr.decode().split("\n")[0]
    assert run.returncode == 1 and message in first, (
        source[:60], run.returncode, first)
    assert len(run.stderr) < 100000, len(run.stderr)


def blocks(count):
    lines = [" " * i + "if a:\n" for i in range(count)]
    return "".join(lines) + " " * count + "b\n"


DEEP = "nested too deeply"

accepted("")
accepted("\n\n# nothing\n")
accepted(b"\xef\xbb\xbf")
refused("\0", "found a NUL byte")
refused("x = 1\ny = '\0'\n", ":2:6: error: expected text, found a NUL byte")
refused(b"x = '\xff'", ":1:6: error: expected UTF-8, found an invalid byte")
refused(b"x = \xc3", "expected UTF-8")
refused("# coding: latin-1\n'é'\n", ":1:11: error: expected UTF-8, found a "
        "declaration of another encoding")
accepted("# coding: latin-1\n'e'\n")
accepted("#!/usr/bin/python\n# -*- coding: utf-8 -*-\n'é'\n")
refused("\\", "found end of file")
refused("x = (", "found end of file")

# Brackets, signs and whatever else nests to the right.
for left, right in (("(", ")"), ("[", "]"), ("{0:", "}"), ("f(", ")"),
                    ("a[", "]"), ("-", ""), ("not ", ""), ("~", ""),
                    ("lambda: ", ""), ("a if b else ", ""), ("a ** ", "")):
    accepted(left * 150 + "1" + right * 150)
    refused(left * 300 + "1" + right * 300, DEEP)
    refused(left * 100000 + "1", DEEP)
accepted(blocks(150))
refused(blocks(300), DEEP)

# Chains that nest to the left are parsed in a loop, but the tree is high.
for first, more in (("a", ".b"), ("a", "(1)"), ("a", "[1]"), ("a", " + 1"),
                    ("a", " @ a"), ("a", " - 1 * 2")):
    accepted(first + more * 900)
    refused(first + more * 1100, DEEP)
    refused(first + more * 100000, DEEP)
refused("(" * 150 + "a" + (".b" * 10 + ")") * 150, DEEP)
# These are wide, not high.
accepted("x = " + " or ".join(["a"] * 10000))
accepted("x = " + " < ".join(["a"] * 10000))
accepted("x = [" + "1, " * 100000 + "]")
accepted("f(" + "a, " * 10000 + ")")
accepted("x = " + "'a' " * 10000)
accepted("x = " * 10000 + "1")
accepted("if a: b\n" + "elif a: b\n" * 900)
refused("if a: b\n" + "elif a: b\n" * 1100, DEEP)

# f-strings in f-strings.
refused("f'{" * 100000, "error: ")
refused("f'{a:" + "{a:" * 100000, "error: ")
nested = "1"
for i in range(30):
    nested = "f'{" + nested + "}'"
refused(nested, "error: ")

# Many errors: a few are printed, all are read, and not one twice.
many = parse("x = = 1\n" * 100000)
assert many.returncode == 1 and many.stderr.count(b"error:") == 50
assert many.stderr.count(b"further errors are not shown") == 1
# A line of any length is cut around the caret.
long = parse("x = " + "a + " * 500 + "= 1" + " + b" * 500)
assert b":1:2005: error: expected an expression" in long.stderr
lines = long.stderr.decode().split("\n")
assert len(lines[1]) < 200 and lines[1][lines[2].index("^")] == "=", lines
# Text that looks ahead again and again takes linear time.
for text in ("match (\n", "with (\n", "match (=\nmatch x)(=\n", "f(a\n",
             "f'{a", "f'{'", "f\"\"\"{\"\"\"", "match x:\n"):
    parse(text * 20000)
# Large, but plain.
accepted("x = a.b(c, d=[1, 2.5, 'e'])\n" * 200000)
