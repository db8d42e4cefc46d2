"""Fails unless a program still runs after some seconds.

usage: runs_on.py SECONDS PROGRAM [ARGUMENT ...]
"""
import subprocess
import sys

with subprocess.Popen(sys.argv[2:]) as program:
    try:
        program.wait(timeout=float(sys.argv[1]))
        sys.exit(f"ended with {program.returncode}")
    except subprocess.TimeoutExpired:
        program.kill()
