#!/usr/bin/env python
"""Writes what PyTorch prints for the programs of the grid: expected.json.

usage: record.py [LEFT_OUT]        (with a python that has PyTorch)

Actions whose programs are those of expected.json keep what it says; remove the
file to record all of them, which takes minutes.

Each program runs in a process of its own, forked from one that has PyTorch. A
program that ends with an error which its action or construct names gets
`RUNTIME ERROR` behind its output; one that ends with another error is left out
(the file LEFT_OUT then says why).
"""
import json
import os
import re
import signal
import sys
import tempfile
import traceback
import warnings

import programs

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(HERE, "expected.json")
LIMIT = 10  # seconds for a program


def run_in_child(text, path, out):
    """The name of the error that the program ends with, or nothing."""
    import torch
    os.dup2(out.fileno(), 1)
    sys.stdout = os.fdopen(1, "w")
    signal.alarm(LIMIT)
    with open(path, "w") as file:
        file.write(text)  # torch.jit.script reads it
    try:
        exec(compile(text, path, "exec"), {"__name__": "__main__"})
        said = ""
    except BaseException as error:
        kinds = [k.__name__ for k in type(error).__mro__]
        line = str(error).strip().split("\n")[0]
        said = " ".join(kinds) + "\n" + traceback.format_exc()[-300:] + line
    sys.stdout.flush()
    return said


def run(text, folder):
    """(what is printed, the error)."""
    path = os.path.join(folder, "program.py")
    with open(os.path.join(folder, "out"), "w+") as out, \
            open(os.path.join(folder, "error"), "w+") as error:
        child = os.fork()
        if child == 0:
            try:
                said = run_in_child(text, path, out)
                error.write(said)
                error.flush()
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        error.seek(0)
        said = error.read()
        return out.read(), said or ("Stopped" if status else "")


def warm_up():
    """Loads what the programs load, once; no thread may be there to fork."""
    import torch
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    weight = torch.nn.Parameter(torch.ones(2))
    torch.optim.Adam([weight]).step()
    torch.jit.script(torch.nn.ReLU())
    str(weight)


def recorded_before(version, made):
    """Output by name of the actions that are as they were."""
    if not os.path.exists(EXPECTED):
        return {}
    with open(EXPECTED) as file:
        old = json.load(file)
    if old["recorded with"] != version:
        return {}
    return {action: {cell: old["outputs"][n] for cell, n in cells.items()}
            for action, (digest, cells) in old["actions"].items()
            if made.get(action) == digest}


def record(folder, before):
    """The grid as it is written, and what was left out."""
    actions, constructs = programs.read_actions(), programs.read_constructs()
    outputs, grid, dropped = {}, {}, []
    for name, text in programs.all_programs():
        action, cell = name.split("--", 1)
        if action in before:
            printed = before[action].get(cell)
        else:
            printed, said = run(text, folder)
            allowed = (actions[action].raises
                       | constructs[cell.split("--")[0]].raises)
            if said and not allowed & set(said.split("\n")[0].split()):
                dropped.append((name, said))
                continue
            printed = re.sub(r",\s*grad_fn=<[^>]*>", "", printed)
            printed += "RUNTIME ERROR\n" if said else ""
        if printed is not None:
            number = outputs.setdefault(printed, len(outputs))
            grid.setdefault(action, {})[cell] = number
    return list(outputs), grid, dropped


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    import torch
    warm_up()
    version = f"PyTorch {torch.__version__}"
    made = programs.digests()
    with tempfile.TemporaryDirectory() as folder:
        outputs, grid, dropped = record(folder, recorded_before(version, made))
    with open(EXPECTED, "w") as file:
        file.write(f'{{"recorded with": "{version}",\n')
        file.write('"outputs": [\n')
        file.write(",\n".join(map(json.dumps, outputs)))
        file.write('],\n"actions": {\n')
        file.write(",\n".join(
            f'"{action}": ["{made[action]}", '
            + json.dumps(grid.get(action, {}), separators=(",", ":")) + "]"
            for action in made))
        file.write("}}\n")
    if len(sys.argv) == 2:
        with open(sys.argv[1], "w") as file:
            file.writelines(f"{name}\n{said}\n\n" for name, said in dropped)
    print(sum(map(len, grid.values())), "programs recorded,", len(dropped),
          "left out,", len(outputs), "different outputs")


if __name__ == "__main__":
    main()
