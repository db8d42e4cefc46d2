"""Kills a program at different moments of its run, which ends with saving, and
looks whether the file is that of before or of after.

usage: interrupted.py PROGRAM FOLDER
"""
import os
import subprocess
import sys
import time

program, folder = sys.argv[1:]
path = os.path.join(folder, "net.safetensors")
command = [program, "--save", path]


def content(file=path):
    with open(file, "rb") as stream:
        return stream.read()


subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
new = content()
start = time.monotonic()
subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
duration = time.monotonic() - start
old = b"an older file"
killed = replaced = writing = 0
for i in range(60):
    with open(path, "wb") as file:
        file.write(old)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(duration * i / 50)
    process.kill()
    killed += process.wait() != 0
    found = content()
    if found not in (old, new):
        sys.exit(f"killed after {i} parts of {duration} s: the file is damaged")
    replaced += found == new
    for name in os.listdir(folder):
        if name.startswith(".tine-save-"):
            writing += 1
            os.remove(os.path.join(folder, name))
print(f"killed {killed}, while it wrote {writing}, replaced {replaced}", file=sys.stderr)
if not killed or not replaced:
    sys.exit("the moments do not lie around the end of the run")
