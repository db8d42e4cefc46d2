#!/usr/bin/env python
"""Writes what PyTorch prints for programs, without their devices: a JSON file.

usage: record.py OUT.json SEED ... | FIRST-LAST      (a python that has PyTorch)

For each number the output and, if the program ends with an error, what it says.
Each program runs in a process forked from one that has PyTorch.
"""
import contextlib
import io
import json
import os
import re
import resource
import signal
import sys
import tempfile
import warnings

import programs

LIMIT = 60  # seconds for a program


def message_of(error):
    """`KIND: TEXT`, as the last line of a trace would say it."""
    text = str(error).strip()
    inner = re.findall(r"^(\w+(?:\.\w+)*(?:Error|Exception)): (.*)", text, re.M)
    if "TorchScript interpreter" in text and inner:
        return ": ".join(inner[-1]).strip()
    line = re.sub(r"\s+", " ", text.split("\n")[0])
    return f"{type(error).__name__}: {line}".strip()


def run(seed, folder):
    """[output, error]"""
    import torch
    resource.setrlimit(resource.RLIMIT_AS, (10 << 30, 10 << 30))
    signal.alarm(LIMIT)
    torch._C._set_graph_executor_optimize(False)
    path = os.path.join(folder, "program.py")
    text = programs.for_pytorch(programs.program(seed)[0])
    with open(path, "w") as file:
        file.write(text)  # torch.jit.script reads it
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(text, path, "exec"), {"__name__": "__main__"})
        except Exception as raised:
            error = message_of(raised)
    return [printed.getvalue(), error]


def apart(seed, folder):
    """What `run` gives, of a process of its own; None when that is killed."""
    with open(os.path.join(folder, "out"), "w+") as out:
        child = os.fork()
        if child == 0:
            try:
                json.dump(run(seed, folder), out)
                out.flush()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        out.seek(0)
        text = out.read()
    return json.loads(text) if text else None


def warm_up():
    """Loads what the programs load, once; no thread may be there to fork."""
    import torch
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    weight = torch.nn.Parameter(torch.ones(2))
    torch.optim.Adam([weight]).step()
    torch.jit.script(torch.nn.ReLU())
    str(weight)


def seeds_of(words):
    for word in words:
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    import torch
    warm_up()
    recorded = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds_of(sys.argv[2:]):
            found = apart(seed, folder)
            if found:
                recorded[seed] = found
    with open(sys.argv[1], "w") as file:
        file.write(f'{{"recorded with": "PyTorch {torch.__version__}",\n'
                   f'"programs": "{programs.digest(recorded)}",\n'
                   '"outputs": {\n')
        file.write(",\n".join(f'"{seed}": {json.dumps(found)}'
                              for seed, found in recorded.items()))
        file.write("}}\n")
    errors = [error for _, error in recorded.values() if error]
    print(len(recorded), "programs,", len(errors), "end with an error")


if __name__ == "__main__":
    main()
