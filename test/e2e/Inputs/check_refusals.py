"""Calls that raise an error, compared with PyTorch's errors.

usage: check_refusals.py TINEC LIST PROGRAM      compares
       check_refusals.py --record LIST           (with a python that has PyTorch)

LIST has lines `CALL  # ERROR: MESSAGE`; a line that begins with `!` is for the calls
behind it. All calls become one program, each in a branch of its own, and what
the branches raise is read from its IR. `COMPILE` for an error of the compiler is
left as it is.
"""
import re
import subprocess
import sys

HEAD = ("import torch\nimport torch.nn as nn\nimport torch.optim as optim\n"
        "import torch.nn.functional as F\n")


def read(path):
    prelude, cases = HEAD, []
    with open(path) as file:
        for line in file:
            if line.startswith("!"):
                prelude += line[1:].strip() + "\n"
            elif line.strip():
                call, _, message = line.strip().partition("  # ")
                cases.append((call, message))
    return prelude, cases


def record(path):
    prelude, cases = read(path)
    lines = iter(open(path).readlines())
    out = []
    for line in lines:
        call = line.strip().partition("  # ")[0]
        if call and not line.startswith("!"):
            names = {}
            exec(prelude, names)
            try:
                exec(call, names)
                sys.exit(f"not refused: {call}")
            except Exception as error:
                message = re.sub(r"\s+", " ", str(error))
                line = f"{call}  # {type(error).__name__}: {message}\n"
        out.append(line)
    open(path, "w").writelines(out)


def check(tinec, path, program):
    prelude, cases = read(path)
    text = prelude + "which = int(torch.ones(3).sum().item())\n"
    for number, (call, _) in enumerate(cases):
        text += f"if which == {number + 3}:\n    {call}\n"
    with open(program, "w") as file:
        file.write(text)
    made = subprocess.run([tinec, program, "--emit=nn"], capture_output=True, text=True)
    if made.returncode:
        sys.exit(made.stderr)
    strings, raised = {}, []
    for line in made.stdout.splitlines():
        string = re.search(r'(%\w+) = tine\.string "(.*)"', line)
        error = re.search(r'tine\.raise "(\w+)", (%\w+)', line)
        if string:
            strings[string.group(1)] = string.group(2).replace('\\"', '"')
        # A message that depends on data is of a check that passes.
        if error and error.group(2) in strings:
            raised.append(f"{error.group(1)}: {strings[error.group(2)]}".strip())
    for (call, want), got in zip(cases, raised):
        if got != want:
            sys.exit(f"{call}\n  raises   {got}\n  expected {want}")
    if len(raised) != len(cases):
        sys.exit(f"{len(raised)} of {len(cases)} calls raise an error")


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(sys.argv[2])
    else:
        check(*sys.argv[1:])
