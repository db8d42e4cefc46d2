#!/usr/bin/env python3
"""Runs the lit tests and the unit tests of a build folder and counts them.

usage: run_tests.py BUILD_DIR [LIT_FILTER]

Prints what failed and why, what was skipped, and as the last line
`N passed, N failed` (`, N skipped` behind it when there were any). The exit
status is 0 when tests ran and none failed.
"""
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def cached(build, name):
    """A value of the build's CMake cache."""
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        for line in cache:
            if line.startswith(name + ":"):
                return line.split("=", 1)[1].strip()
    sys.exit(f"run_tests: {name} is not in the CMake cache of {build}")


def run_lit(build, pattern, folder):
    """Counts of the lit tests; lit itself prints the failures."""
    report = os.path.join(folder, "lit.json")
    command = [sys.executable, cached(build, "LLVM_EXTERNAL_LIT"), "-v",
               "--output", report, os.path.join(build, "test")]
    if pattern:
        command.insert(2, "--filter=" + pattern)
    status = subprocess.run(command).returncode
    if not os.path.exists(report):
        sys.exit(f"run_tests: lit ended with {status} and no report")
    with open(report) as file:
        codes = [test["code"] for test in json.load(file)["tests"]]
    passed = sum(code in PASSED for code in codes)
    skipped = sum(code in SKIPPED for code in codes)
    return passed, len(codes) - passed - skipped, skipped


def run_ctest(build, folder):
    """Counts of the unit tests."""
    report = os.path.join(folder, "ctest.xml")
    subprocess.run(["ctest", "--test-dir", build, "--output-on-failure",
                    "--no-tests=ignore", "--timeout", "300", "-j",
                    str(os.cpu_count()), "--output-junit", report])
    if not os.path.exists(report):
        sys.exit("run_tests: ctest made no report")
    cases = list(xml.etree.ElementTree.parse(report).iter("testcase"))
    status = [case.get("status") for case in cases]
    passed = status.count("run")
    skipped = status.count("disabled") + status.count("notrun")
    return passed, len(cases) - passed - skipped, skipped


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    pattern = sys.argv[2] if len(sys.argv) == 3 else None
    with tempfile.TemporaryDirectory() as folder:
        results = [run_lit(build, pattern, folder)]
        if not pattern:
            results.append(run_ctest(build, folder))
    passed, failed, skipped = map(sum, zip(*results))
    sys.stderr.flush()
    print(f"{passed} passed, {failed} failed"
          + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
