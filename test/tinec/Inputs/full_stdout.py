"""Runs a command whose standard output has no room: full_stdout.py COMMAND..."""
import subprocess
import sys

with open("/dev/full", "wb") as full:
    sys.exit(subprocess.run(sys.argv[1:], stdout=full).returncode)
