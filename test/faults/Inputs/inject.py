"""Lets each call of a program to the system fail, one in each run.

usage: inject.py INJECTOR PROGRAM TARGET [WORD ...] [--in-place]
       inject.py INJECTOR PROGRAM --reads

The program runs in the current folder, where it writes TARGET. After each run
the file is the old or the new one, as a whole, and the new one if the status is
0. An error has the status 1 and a message. No unfinished file is left but by
SIGKILL. With --in-place, of a file that the program opens itself, it may be in
parts where the status says so. Of a program that reads files the output counts:
a read that gives nothing is a file which has become shorter.
"""
import os
import subprocess
import sys

OLD = b"an older file\n" * 300
ERRORS = {"write": ["ENOSPC", "EIO", "EINTR"], "fsync": ["EIO"], "rename": ["ENOSPC"], "open": ["EIO"], "read": ["EIO"],
          "fstat": ["EIO"], "fchmod": ["EIO"], "close": ["EIO"], "mmap": ["ENOMEM"]}
SIGNALS = {"write": ["SIGTERM", "SIGKILL"], "fsync": ["SIGTERM", "SIGKILL"], "rename": ["SIGTERM", "SIGKILL"]}
READS = {"open": ["EIO"], "read": ["EIO", "ZERO", "EINTR"], "fstat": ["EIO"], "mmap": ["ENOMEM"]}
GOOD_END = 99
MOST = 40
# Without threads, which the library of OpenMP could not start.
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1"}

flags = [word for word in sys.argv[1:] if word in ("--in-place", "--reads")]
injector, program, *words = [word for word in sys.argv[1:] if word not in flags]
in_place, reads = "--in-place" in flags, "--reads" in flags
target = None if reads else words.pop(0)


def run(*before):
    """The status, the message, and what the program has made."""
    if target:
        with open(target, "wb") as file:
            file.write(OLD)
    ran = subprocess.run([*before, program, *words], capture_output=True, env=ENVIRONMENT)
    if not target:
        return ran.returncode, ran.stderr.decode(), ran.stdout
    with open(target, "rb") as file:
        return ran.returncode, ran.stderr.decode(), file.read()


def unfinished():
    return [name for name in os.listdir(".") if name.startswith(".tine-save-")]


def problem_of(fault, status, message, found):
    """What is wrong after a run; None if nothing is."""
    if unfinished() and status != 128 + 9:
        return f"left {unfinished()}"
    if found not in (OLD, new) and not in_place and not reads:
        return "the file is neither the old nor the new one"
    if status in (0, GOOD_END):
        return None if found == new else "something else was written, and the status is 0"
    if fault.startswith("SIG"):
        return None if status in (128 + 9, 128 + 15) else f"ended with {status}"
    if status != 1:
        return f"ended with {status}"
    return None if message.strip() else "no message"


status, message, new = run()
if status:
    sys.exit(message)
runs = failed = wrong = 0
plans = [READS] if reads else [ERRORS, SIGNALS]
for call, fault in [(call, fault) for plan in plans for call in plan for fault in plan[call]]:
    for number in range(1, MOST + 1):
        status, message, found = run(injector, call, str(number), fault)
        runs += 1
        failed += status not in (0, GOOD_END)
        problem = problem_of(fault, status, message, found)
        if problem:
            print(f"{call} {number} {fault}: {problem}: {message.strip()}")
            wrong += 1
        for name in unfinished():
            os.remove(name)
        if status == GOOD_END:
            break
if not failed:
    sys.exit("no call has failed")
print(f"{runs} runs, {failed} of them failed, {wrong} wrong", file=sys.stderr)
sys.exit(wrong != 0)
