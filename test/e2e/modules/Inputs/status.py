"""Runs a command and prints what it says; fails unless it ends with STATUS.

usage: status.py STATUS COMMAND ARGUMENT...
       status.py STATUS --each A,B,C COMMAND ARGUMENT...   ({} is A, B and C)
"""
import subprocess
import sys

status, command = int(sys.argv[1]), sys.argv[2:]
each = [""]
if command[0] == "--each":
    each, command = command[1].split(","), command[2:]
failed = False
for item in each:
    done = subprocess.run([word.replace("{}", item) for word in command],
                          capture_output=True, text=True)
    print(done.stdout + done.stderr, end="")
    failed |= done.returncode != status
sys.exit(failed)
