"""Calls that raise an error in the run, compared with PyTorch's errors.

usage: check_run_errors.py TINEC LIST FOLDER     compares
       check_run_errors.py --record LIST         (with a python that has PyTorch)

LIST has lines `CALL  # ERROR: MESSAGE`; a line that begins with `!` is for the calls
behind it. n(k) is an int k that only the run knows, v(k) a vector of so many elements. All calls become one
program; which of them a run makes stands in the file that it loads. Tine's message may end before PyTorch's;
`# ERROR` alone compares no message, `# Error` stands for any.
"""
import json
import os
import re
import struct
import subprocess
import sys

HEAD = """import torch
import torch.nn as nn
import torch.nn.functional as F


class Case(nn.Module):
    def __init__(self):
        super().__init__()
        self.number = nn.Parameter(torch.zeros(1))


case = Case()
which = int(case.number.item())
nothing = int(which < 0)


def n(k):
    return k + nothing


def v(k):
    return torch.arange(n(k)) * 1.0


x = v(6)
"""


def read(path):
    prelude, cases = HEAD, []
    with open(path) as file:
        for line in file:
            if line.startswith("!"):
                prelude += line[1:].strip() + "\n"
            elif line.strip():
                call, _, error = line.strip().partition("  # ")
                cases.append((call, error))
    return prelude, cases


def shown(call):
    """The call as a statement that uses what it makes."""
    try:
        compile(call, "call", "eval")
        return f"print({call})"
    except SyntaxError:
        return f"{call}; print(x)"


def record(path):
    prelude, _ = read(path)
    out = []
    for line in open(path).readlines():
        call, _, old = line.strip().partition("  # ")
        if call and not line.startswith("!"):
            names = {}
            exec(prelude, names)
            try:
                exec(shown(call), names)
                sys.exit(f"no error: {call}")
            except Exception as error:
                message = re.sub(r"\s+", " ", str(error).split("\n")[0])
                want = f"{call}  # {type(error).__name__}"
                line = line if old == "Error" else want + ("\n" if old and ":" not in old else f": {message}\n")
        out.append(line)
    open(path, "w").writelines(out)


def load_file(path, number):
    header = json.dumps({"number": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + struct.pack("<f", number))


def check(tinec, path, folder):
    prelude, cases = read(path)
    text = prelude
    for number, (call, _) in enumerate(cases):
        text += f"if which == {number + 1}:\n    {shown(call)}\n"
    os.makedirs(folder, exist_ok=True)
    program, exe, values = (os.path.join(folder, name) for name in ("p.py", "p", "which.safetensors"))
    with open(program, "w") as file:
        file.write(text)
    made = subprocess.run([tinec, program, "-o", exe], capture_output=True, text=True)
    if made.returncode:
        sys.exit(made.stderr)
    wrong = []
    for number, (call, want) in enumerate(cases):
        load_file(values, number + 1)
        ran = subprocess.run([exe, "--load", values], capture_output=True, text=True)
        got = ran.stderr.partition("\n")[0]
        kind = got.partition(":")[0]
        if ":" in want:
            fits = got != kind and want.startswith(got)
        else:
            fits = kind == want or (want == "Error" and kind.endswith("Error"))
        if ran.returncode != 1 or not fits:
            wrong.append(f"{call}\n  raises   {got} (exit status {ran.returncode})\n  expected {want}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(sys.argv[2])
    else:
        check(*sys.argv[1:])
