"""Ends a program by a signal while it saves: no unfinished file is left.

usage: ended.py PROGRAM FOLDER
"""
import os
import signal
import subprocess
import sys
import time

program, folder = sys.argv[1:]
path = os.path.join(folder, "ended.safetensors")
met = 0
for i in range(40):
    process = subprocess.Popen([program, "--save", path],
                               stdout=subprocess.DEVNULL)
    # The unfinished file says that the program is about to write.
    while process.poll() is None:
        if any(name.startswith(".tine-save-") for name in os.listdir(folder)):
            process.send_signal((signal.SIGTERM, signal.SIGINT)[i % 2])
            break
        time.sleep(0.0005)
    status = process.wait()
    met += status < 0
    if status not in (0, -signal.SIGTERM, -signal.SIGINT):
        sys.exit(f"ended with {status}")
    left = [name for name in os.listdir(folder)
            if name.startswith(".tine-save-")]
    if left:
        sys.exit(f"left {left}")
    if met >= 4:
        break
if not met:
    sys.exit("no signal met the program while it saved")

# Who may not write a file may not replace it either; root may.
if os.geteuid() == 0 and hasattr(os, "setresuid"):
    def become_nobody():
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
else:
    become_nobody = None
os.chmod(folder, 0o777)
with open(path, "w") as file:
    file.write("old")
os.chmod(path, 0o444)
try:
    done = subprocess.run([program, "--save", path], capture_output=True,
                          text=True, preexec_fn=become_nobody)
except PermissionError:
    sys.exit(0)  # the folders around are closed to others than root
with open(path) as file:
    kept = file.read() == "old"
if done.returncode != 1 or "Permission denied" not in done.stderr or not kept:
    sys.exit(f"replaced what may not be written: {done.stderr}")
