#!/usr/bin/env python3
"""Lists the functions, methods and classes that programs can use: docs/operators.md.

usage: list_operators.py TINEC LLVM_TABLEGEN > docs/operators.md

What it prints is made of the front end's table (`tinec --list-functions`), the
sources in frontend/library and the table of functions that are one operation.
"""
import ast
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = os.path.join(ROOT, "frontend", "library")
MODULES = ["torch", "torch.Tensor", "torch.nn.functional", "torch.nn", "torch.nn.init",
           "torch.nn.utils", "torch.nn.utils.rnn", "torch.nn.utils.parametrize",
           "torch.nn.utils.parametrizations", "torch.linalg", "torch.special", "torch.optim",
           "torch.optim.lr_scheduler", "torch.optim.swa_utils", "torch.autograd", "torch.jit",
           "torch.distributions", "torch.signal.windows", "torch.utils.data",
           "torch.utils.checkpoint", "torch.random", "torch.cuda", "torch.amp"]
# What the library's modules share among themselves under public names.
SHARED = {
    "torch": """absolute_ bitwise_not_ dim element_size gelu is_contiguous linear ndimension nelement
        rdiv_scalar rsub_scalar sgn_ sign_ warn""",
    "torch.Tensor": "matmul_",
    "torch.nn.functional": """check_classes check_probabilities check_scores choose_reduction
        exact_mean is_half reduce_loss rounded_as summed""",
    "torch.nn.utils.rnn": "NamedTuple Optional pack_rows unpack_rows",
    "torch.nn.utils.parametrize": "ModuleDict ModuleList Parameter",
    "torch.nn.utils.parametrizations": "Module as_matrix output_dim register_parametrization",
    "torch.linalg": """chain_matmul cholesky_inverse cholesky_of_torch cholesky_solve geqrf logdet
        lu_of_torch lu_solve_of_torch lu_unpack nuclear_norm orgqr ormqr pinverse qr_of_torch
        rough_norm slogdet_of_torch slopeless triangular_solve""",
    "torch.optim.lr_scheduler": "number",
    "torch.optim.swa_utils": "LRScheduler Module deepcopy number",
    "torch.autograd": "FunctionCtx",
    "torch.jit": "Module",
    "torch.signal.windows": """bartlett_window blackman_window hamming_window hann_window
        kaiser_window""",
}
HEAD = """\
# What programs can use

Made by `scripts/list_operators.py`; a lint test fails where it is out of date. What is not here is diagnosed when a program is compiled.
A name with `*` has an in-place form, too: `abs*` stands for `abs` and `abs_`. Functions of `torch` that take a tensor first are methods of tensors,
also those that stand there only. Arguments that a function does not take are diagnosed; what differs from PyTorch stands in [status.md](status.md).
"""


def is_public(name):
    return not name.startswith("_")


def top_level(module):
    """The names that a module of the library defines."""
    path = os.path.join(LIBRARY, *module.split(".")) + ".py"
    names = set()
    if not os.path.exists(path):
        return names
    with open(path) as file:
        tree = ast.parse(file.read())
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            home = os.path.join(LIBRARY, *node.module.split("."))
            names |= {alias.asname or alias.name for alias in node.names
                      if not os.path.exists(os.path.join(home, alias.name + ".py"))}
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def names_of(module, builtins):
    prefix = "Tensor." if module == "torch.Tensor" else module + "."
    names = {name[len(prefix):] for name in builtins if name.startswith(prefix)}
    names |= top_level(module)
    names -= set(SHARED.get(module, "").split())
    return {name for name in names if is_public(name) and "." not in name}


def table(names):
    rows = {}
    for name in sorted(names, key=lambda n: (n.lower(), n)):
        if name.endswith("_") and name[:-1] in names:
            continue
        star = "*" if name + "_" in names else ""
        rows.setdefault(name[0].lower(), []).append(f"`{name}`{star}")
    return ["| | |", "|---|---|"] + [f"| {letter} | {', '.join(row)} |"
                                     for letter, row in rows.items()]


def elementwise(tablegen):
    """The rows of the functions that are one elementwise operation."""
    config = os.path.join(os.path.dirname(tablegen), "llvm-config")
    include = subprocess.run([config, "--includedir"], capture_output=True, text=True,
                             check=True).stdout.strip()
    made = subprocess.run([tablegen, "--dump-json", "-I", include, "-I", ROOT,
                           os.path.join(ROOT, "frontend", "services", "TorchFunctions.td")],
                          capture_output=True, text=True, check=True)
    records = json.loads(made.stdout)
    kinds = ("floats", "ints", "bools")
    derivatives = {records[name]["op"] for name in records["!instanceof"]["NN_Derivative"]
                   if records[name]["isThere"]}
    lines = ["| function | elements | derivative | in PyTorch's graph |", "|---|---|---|---|"]
    rows = [records[name] for name in records["!instanceof"]["Torch"]]
    for row in sorted(rows, key=lambda r: r["names"]):
        op = records[row["function"]["def"]]
        elements = ", ".join(kind for kind in kinds if op[kind])
        if not op["ints"]:
            elements += "; ints stay" if row["keepsInts"] else "; others become floats"
        names = ", ".join(f"`{name}`" for name in row["names"].split() if is_public(name))
        derivative = "yes" if row["op"] in derivatives and row["gradName"] else ""
        node = f"`{row['gradName']}0`" if row["gradName"] else ""
        lines.append(f"| {names} | {elements} | {derivative} | {node} |")
    return lines


def main():
    tinec, tablegen = sys.argv[1:]
    builtins = subprocess.run([tinec, "--list-functions"], capture_output=True, text=True,
                              check=True).stdout.split()
    lines = [HEAD]
    for module in MODULES:
        names = names_of(module, builtins)
        if not names:
            sys.exit(f"list_operators: {module} has no names")
        lines += [f"## {module}", "", *table(names), ""]
    lines += ["## Elementwise operations", "",
              "The functions that are one operation of the compiler, and the elements that they "
              "compute with.",
              "", *elementwise(tablegen)]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
