#!/usr/bin/env python
"""Writes what PyTorch does in cases with numbers: a JSON file.

usage: record.py OUT.json [--runs N] [--seed TEXT] [--every N] [--filter REGEX]
                 [--left-out FILE]            (with a python that has PyTorch)

expected.json, of which the tests are, is made by
`record.py expected.json --runs 3 --every 6`; what `run.py --recorded` takes
otherwise may be made with another seed, and of all cases (10,000 programs in a
minute). --runs says how many choices of numbers each case gets. Half of them
end with an error where so many were found among 40.

All numbers of a case run in one process, forked from one that has PyTorch. A
case whose function PyTorch does not define (it cannot be scripted) is left out.
"""
import argparse
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

DRAWN = 40
# Errors of what PyTorch is made of, which the language does not have.
ONLY_THERE = ("Tracer cannot infer type", "vector::reserve")
LIMIT = 60  # seconds for a case


def message_of(error):
    """`KIND: TEXT`, as the last line of a trace would say it."""
    text = str(error).strip()
    inner = re.findall(r"^(\w+(?:\.\w+)*(?:Error|Exception)): (.*)", text, re.M)
    if "TorchScript interpreter" in text and inner:
        kind, text = inner[-1]
        return f"{kind}: {text}".strip()
    line = re.sub(r"\s+", " ", text.split("\n")[0])
    return f"{type(error).__name__}: {line}".strip()


def run_case(text, call, choices, path, out):
    """In a process of its own: a line of JSON for each choice of numbers."""
    import torch
    resource.setrlimit(resource.RLIMIT_AS, (10 << 30, 10 << 30))
    signal.alarm(LIMIT)
    with open(path, "w") as file:
        file.write(text)  # torch.jit.script reads it
    torch._C._set_graph_executor_optimize(False)  # or each compiles twice
    names = {"__name__": "__main__"}
    exec(compile(text, path, "exec"), names)
    code = compile(call, "call", "exec")
    module = next((v for k, v in names.items() if k.startswith("module_")), None)
    if module:
        out.write(json.dumps({name: list(value.shape) for name, value
                              in module.state_dict().items()}) + "\n")
    for numbers in choices:
        if module:
            for weight in module.parameters():
                weight.detach().fill_(programs.WEIGHT)
        names.update(zip(programs.NUMBERS, numbers), two=2)
        printed, error = io.StringIO(), ""
        with contextlib.redirect_stdout(printed):
            try:
                exec(code, names)
            except Exception as raised:
                error = message_of(raised)
        text = re.sub(r",\s*grad_fn=<[^>]*>", "", printed.getvalue())
        out.write(json.dumps([numbers, text, error]) + "\n")
        out.flush()


def results_of(case, actions, seed, folder):
    """[numbers, output, error] of what was drawn, the shapes of a module, and
    why that is all."""
    definition, call = programs.case_text(actions, case)
    text = f"{programs.HEAD}\n\n{definition}\n"
    choices = actions[case.split("--")[0]].draws(case + seed, DRAWN)
    with open(os.path.join(folder, "out"), "w+") as out:
        child = os.fork()
        if child == 0:
            try:
                run_case(text, call, choices,
                         os.path.join(folder, "program.py"), out)
            except BaseException as error:
                out.write(json.dumps(str(error)[-300:]) + "\n")
                out.flush()
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        lines = [json.loads(line) for line in out]
    said = [line for line in lines if isinstance(line, str)]
    shapes = [line for line in lines if isinstance(line, dict)]
    return ([line for line in lines if isinstance(line, list)],
            shapes[0] if shapes else None,
            said[0] if said else f"signal {status}" if status else "")


def chosen(results, count):
    """Half with an error; first those that nothing like was taken of."""
    results = [r for r in results if not any(t in r[2] for t in ONLY_THERE)]
    kinds = {True: [r for r in results if r[2]],
             False: [r for r in results if not r[2]]}
    for group in kinds.values():
        seen = set()
        # Errors differ by their words, outputs by their text.
        keys = [re.sub(r"-?\d+", "0", r[2]) or r[1] for r in group]
        first = [i for i, k in enumerate(keys) if not (k in seen or seen.add(k))]
        rest = [i for i in range(len(group)) if i not in set(first)]
        group[:] = [group[i] for i in first + rest]
    bad = min(len(kinds[True]),
              max((count + 1) // 2, count - len(kinds[False])))
    return kinds[True][:bad] + kinds[False][:count - bad]


def warm_up():
    """Loads what the cases load, once; no thread may be there to fork."""
    import torch
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    weight = torch.nn.Parameter(torch.ones(2))
    torch.optim.SGD([weight]).step()
    torch.jit.script(torch.nn.ReLU())
    torch.einsum("i,i", weight, weight)
    str(weight)


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("out")
    parser.add_argument("--runs", type=int, default=6)
    parser.add_argument("--every", type=int, default=1)
    for option in "seed", "filter", "left-out":
        parser.add_argument("--" + option, default="")
    return parser.parse_args()


def main():
    given = arguments()
    import torch
    warm_up()
    actions, recorded, modules, left_out = programs.read_actions(), {}, {}, []
    with tempfile.TemporaryDirectory() as folder:
        for case in programs.all_cases():
            if (programs.chance(case) % given.every
                    or not re.search(given.filter, case)):
                continue
            results, shapes, why = results_of(case, actions, given.seed, folder)
            if why:
                left_out.append(f"{case}: {why}")
            if results:
                recorded[case] = chosen(results, given.runs)
                if shapes:
                    modules[case] = shapes
    with open(given.out, "w") as file:
        file.write(f'{{"recorded with": "PyTorch {torch.__version__}",\n'
                   f'"programs": "{programs.digest(recorded)}",\n'
                   f'"modules": {json.dumps(modules)},\n"cases": {{\n')
        file.write(",\n".join(
            json.dumps(case) + ": [\n" + ",\n".join(map(json.dumps, runs))
            + "]" for case, runs in recorded.items()))
        file.write("}}\n")
    if given.left_out:
        with open(given.left_out, "w") as file:
            file.writelines(line + "\n" for line in left_out)
    runs = [run for case in recorded.values() for run in case]
    print(len(recorded), "cases,", len(runs), "programs,",
          sum(bool(run[2]) for run in runs), "with an error;", len(left_out),
          "cases left out or cut short")


if __name__ == "__main__":
    main()
