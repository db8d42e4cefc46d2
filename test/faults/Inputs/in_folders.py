"""Runs programs in a folder that is gone, and in one that they may not write.

usage: in_folders.py PROGRAM TARGET ...

A file that they may write is written in place there.
"""
import os
import shutil
import subprocess
import sys


def become_nobody():
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)


def leave():
    os.mkdir("gone")
    os.chdir("gone")
    os.rmdir("../gone")


def expect(ran, status, text):
    if ran.returncode != status or text not in ran.stderr:
        sys.exit(f"{ran.args}: status {ran.returncode}: {ran.stderr}")


is_root = os.geteuid() == 0
for program, target in zip(sys.argv[1::2], sys.argv[2::2]):
    expect(subprocess.run([program], capture_output=True, text=True, preexec_fn=leave), 1, f"No such file or directory: '{target}'")
    shutil.rmtree("closed", ignore_errors=True)
    os.mkdir("closed")
    with open(os.path.join("closed", target), "w") as file:
        file.write("old")
    os.chmod(os.path.join("closed", target), 0o666)
    os.chmod("closed", 0o555)
    settings = dict(capture_output=True, text=True, cwd="closed", preexec_fn=become_nobody if is_root else None)
    try:
        ran = subprocess.run([program], **settings)
    except PermissionError:
        sys.exit(0)  # the folders around are closed to others than root
    expect(ran, 0, "")
    with open(os.path.join("closed", target), "rb") as file:
        if file.read() == b"old":
            sys.exit(f"{program}: nothing was written")
    os.chmod("closed", 0o755)
    os.remove(os.path.join("closed", target))
    os.chmod("closed", 0o555)
    expect(subprocess.run([program], **settings), 1, f"Permission denied: '{target}'")
    os.chmod("closed", 0o755)
