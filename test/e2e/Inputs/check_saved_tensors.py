"""What PyTorch keeps of operations for their derivatives, as errors show it.

usage: check_saved_tensors.py TINEC LIST FOLDER      compares
       check_saved_tensors.py --record LIST          (with a python that has PyTorch)

LIST has lines `CALL  # LETTERS` of calls that are computed of the leaves w, or w and v. The
letters: whether a second backward pass fails (R) or not (-), and for w, v and the result whether
the gradient fails behind a change in place (C). Each of them is a program of its own.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

LEAF = "{0} = torch.tensor([0.5, 0.25], requires_grad=True)\n"
HEAD = "import torch\nimport torch.nn.functional as F\n"


def read(path):
    with open(path) as file:
        lines = [line.strip().partition("  # ") for line in file]
    return [(call, letters.split()) for call, _, letters in lines if call]


def programs(call):
    """One that goes backward twice, one for each tensor that is changed."""
    leaves = ["w", "v"] if re.search(r"\bv\b", call) else ["w"]
    head = HEAD + "".join(LEAF.format(leaf) for leaf in leaves)
    grads = ", ".join(leaf + ".grad" for leaf in leaves)
    made = [head + f"y = ({call}).sum()\nprint('start')\n"
            f"y.backward()\ny.backward()\nprint({grads})\n"]
    inner = "".join(f"{leaf}1 = {leaf} * 1\n" for leaf in leaves)
    of_inner = re.sub(r"\b([wv])\b", r"\g<1>1", call)
    for changed in [leaf + "1" for leaf in leaves] + ["y"]:
        made.append(head + inner + f"y = {of_inner}\nprint('start')\n"
                    f"with torch.no_grad():\n    {changed}.mul_(0.5)\n"
                    f"y.sum().backward()\nprint({grads})\n")
    return made


def record(path):
    lines = []
    for call, _ in read(path):
        letters = []
        for number, text in enumerate(programs(call)):
            try:
                exec(text, {"print": lambda *values: None})
                letters.append("-")
            except RuntimeError as error:
                letters.append("C" if number else "R")
                expected = "modified by an inplace" if number else "a second time"
                assert expected in str(error), (call, number, error)
        lines.append(f"{call}  # {' '.join(letters)}\n")
    with open(path, "w") as file:
        file.writelines(lines)


def letter(tinec, text, stem, number):
    with open(stem + ".py", "w") as file:
        file.write(text)
    made = subprocess.run([tinec, stem + ".py", "-o", stem], capture_output=True, text=True)
    if made.returncode:
        return made.stderr.strip()
    ran = subprocess.run([stem], capture_output=True, text=True)
    if ran.returncode == 0:
        return "-"
    if ran.stdout != "start\n":
        return "too early: " + ran.stderr
    expected = "modified by an inplace" if number else "a second time"
    return ("C" if number else "R") if expected in ran.stderr else ran.stderr


def check(tinec, path, folder):
    os.makedirs(folder, exist_ok=True)
    cases = [(call, number, text, letters[number])
             for call, letters in read(path) for number, text in enumerate(programs(call))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda job: letter(
            tinec, job[1][2], os.path.join(folder, f"saved{job[0]}"), job[1][1]), enumerate(cases)))
    bad = [f"{call}, program {number}: expected {expected}, found {got}"
           for (call, number, _, expected), got in zip(cases, found) if got != expected]
    sys.exit("\n".join(bad) if bad else 0)


if sys.argv[1] == "--record":
    record(sys.argv[2])
else:
    check(*sys.argv[1:])
