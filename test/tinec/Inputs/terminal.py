# usage: terminal.py stdout|stderr SECONDS COMMAND...
#
# Runs a command with a terminal as the stream, and prints what each of the two
# streams got (as a literal of Python's) and the exit status. The command gets
# its standard input after some seconds.
import os
import pty
import subprocess
import sys

which, seconds, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
terminal, side = pty.openpty()
streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, which: side}
process = subprocess.Popen(command, stdin=subprocess.PIPE,
                           env={**os.environ, "TERM": "xterm"}, **streams)
os.close(side)
try:
    process.wait(timeout=seconds)
except subprocess.TimeoutExpired:
    pass
text = b"" if process.returncode is not None else sys.stdin.buffer.read()
other = b"".join(part or b"" for part in process.communicate(text))
shown = b""
try:
    while part := os.read(terminal, 65536):
        shown += part
except OSError:  # the other side is closed
    pass
print("terminal:", shown)
print("other:", other)
print("exit status", process.returncode)
