"""Leaves out one wait for an event after the other, and expects a race.

usage: check_waits.py FOLDER_OF_DRIVER PROGRAM
"""
import os
import re
import subprocess
import sys

FOUND = 97


def run(**settings):
    environment = dict(os.environ, LD_LIBRARY_PATH=sys.argv[1], TINE_TEST="1",
                       FAKE_CUDA_DEVICES="2", FAKE_CUDA_REPORT="1", **settings)
    # One thread issues in one order.
    return subprocess.run([sys.argv[2], "--threads", "1"], env=environment,
                          capture_output=True, text=True, timeout=60)


report = run()
waits = int(re.search(r"(\d+) waits", report.stderr).group(1))
assert waits > 3, report.stderr
missed = []
for number in range(1, waits + 1):
    # Which wait has a number depends on when streams were seen to have passed.
    if not any(run(FAKE_CUDA_DROP=str(number),
                   FAKE_CUDA_SEED=str(seed)).returncode == FOUND
               for seed in range(3)):
        missed.append(number)
print(f"{waits} waits, missed {missed}")
sys.exit(bool(missed))
