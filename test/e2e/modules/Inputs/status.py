"""Runs a command and prints what it says; fails unless it ends with STATUS.

usage: status.py STATUS COMMAND ARGUMENT...
"""
import subprocess
import sys

done = subprocess.run(sys.argv[2:], capture_output=True, text=True)
print(done.stdout + done.stderr, end="")
sys.exit(done.returncode != int(sys.argv[1]))
