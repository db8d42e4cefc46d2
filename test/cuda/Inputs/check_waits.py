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
    # Fewer threads issue in fewer orders; a number is still not always the same
    # wait.
    return subprocess.run([sys.argv[2], "--threads", "1"], env=environment,
                          capture_output=True, text=True, timeout=60)


def waits_of(finished):
    return int(re.search(r"(\d+) waits", finished.stderr).group(1))


def is_found(number, seed):
    finished = run(FAKE_CUDA_DROP=str(number), FAKE_CUDA_SEED=str(seed))
    # How many waits there are depends on what has passed by then: where there
    # were fewer, none was left out.
    return finished.returncode == FOUND or waits_of(finished) < number


waits = waits_of(run())
assert waits > 3
missed = [number for number in range(1, waits + 1)
          if not any(is_found(number, seed) for seed in range(5))]
print(f"{waits} waits, missed {missed}")
sys.exit(bool(missed))
