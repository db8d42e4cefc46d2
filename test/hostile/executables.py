# What only data decides ends an executable with a message, too.
# RUN: rm -rf %t && mkdir %t && %python %s %tinec %t
import os
import re
import resource
import subprocess
import sys

TINEC, FOLDER = sys.argv[1:3]
# `n` is 1, and nobody knows it before the program runs.
HEAD = """import torch
@torch.jit.script
def f(x: torch.Tensor):
    n = int(x.sum())
"""
TAIL = "\nprint(f(torch.ones(1)))\n"
BIG, HALF = "n * 1099511627776", "n * 4294967296"
PROGRAMS = {
    "negative": ("return torch.zeros(-n).sum()", "negative dimension"),
    "expanded": (f"n = {BIG}\n    return x.expand(n, n).contiguous()",
                 "memory|allocated"),
    "broadcast": (f"n = {HALF}\n"
                  "    return torch.ones(n, 1) + torch.ones(1, n)",
                  "memory|allocated"),
    "range": ("return torch.arange(n * 4611686018427387904)",
              "memory|allocated"),
    "long": (f"return torch.ones({BIG})", "memory|allocated"),
    "string": ("s = 'ab'\n    for i in range(n * 60):\n        s = s + s\n"
               "    return s", "memory"),
    "list": ("l = [n]\n    for i in range(n * 60):\n        l = l + l\n"
             "    return len(l)", "memory"),
    "shift": ("return 1 << (n * 100)", "shift count out of range"),
    "divided": ("return n // (n - 1)", "division by 0"),
    "minimum": ("m = -n * 4611686018427387904 * 2\n"
                "    return m // -n, m % -n", None),
}


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def run(name, source, message):
    path = os.path.join(FOLDER, name)
    with open(path + ".py", "w") as file:
        file.write(source)
    subprocess.run([TINEC, "-O1", path + ".py", "-o", path], check=True)
    result = subprocess.run([path], capture_output=True, text=True,
                            timeout=60, preexec_fn=limit)
    if message is None:
        return result.returncode == 0, result
    return (result.returncode == 1 and
            re.search("Error: .*(" + message + ")", result.stderr)), result


failed = []
for name, (body, message) in PROGRAMS.items():
    good, result = run(name, HEAD + "    " + body + TAIL, message)
    if not good:
        failed.append(name)
        print(name, result.returncode, result.stdout[:200],
              result.stderr[:400])
good, result = run("padded", "print(f'{1:1000000000000}')\n", "Too many")
if not good:
    failed.append("padded")
if failed:
    sys.exit("failed: " + " ".join(failed))
