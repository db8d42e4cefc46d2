"""Compares the parser's trees with CPython's, ranges included.

compare_with_python.py TINE_PARSE_TEST FILE_OR_FOLDER...
"""

import difflib
import pathlib
import subprocess
import sys

import python_ast


def compare(tool, path):
    """True if both give the same tree; prints the difference otherwise."""
    expected = python_ast.dump(path.read_bytes())
    run = subprocess.run([tool, path], stdout=subprocess.PIPE, timeout=60)
    actual = run.stdout.decode()
    if actual == expected:
        return True
    sys.stdout.writelines(difflib.unified_diff(
        expected.splitlines(True), actual.splitlines(True),
        f"{path} by CPython", f"{path} by tine-parse-test"))
    return False


def main(tool, *roots):
    if sys.version_info < (3, 11):
        print("Python is too old for the newest forms of the sources")
        return 0
    sys.setrecursionlimit(20000)
    paths = []
    for root in map(pathlib.Path, roots):
        paths += sorted(root.rglob("*.py")) if root.is_dir() else [root]
    results = [compare(tool, path) for path in paths]
    print(f"{sum(results)} of {len(results)} files agree")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
