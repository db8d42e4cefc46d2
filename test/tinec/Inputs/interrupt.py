"""Sends a signal to tinec while it reads its input.

usage: interrupt.py SIGNAL PIPE COMMAND...

PIPE is made as a named pipe: COMMAND, which reads it, waits for its writer.
Prints the exit status that COMMAND ended with.
"""
import os
import signal
import subprocess
import sys
import time

name, pipe, command = sys.argv[1], sys.argv[2], sys.argv[3:]
os.mkfifo(pipe)
process = subprocess.Popen(command)
while True:
    try:
        # Succeeds once the reader is there, which then waits for data.
        writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        break
    except OSError:
        if process.poll() is not None:
            sys.exit("the command ended early")
        time.sleep(0.01)
# From opening to reading: what the reader does first it does once, and not in a
# handler of signals.
time.sleep(0.3)
process.send_signal(getattr(signal, name))
status = process.wait()
os.close(writer)
print("exit status", status)
