#!/usr/bin/env python3
"""Makes programs whose sizes, indices and values only the run knows.

usage: programs.py            lists the cases
       programs.py CASE ...   prints a program of these cases

A case is ACTION--CONTEXT: an entry of actions.txt, or a line of functions.txt
with a dimension that is cut, under one of CONTEXTS. A
program holds several cases; which of them runs, and with which numbers, stands
in the file that the executable loads, so that nothing folds when it is
compiled. A case with numbers is what is compared with PyTorch: `draws` makes
them, about half of which do not fit what the action does with them.
"""
import hashlib
import json
import math
import os
import random
import re
import struct
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBERS = ("a", "b", "c", "d", "f")
SIGNATURE = "a: int, b: int, c: int, d: int, f: float"
GIVEN = "a, b, c, d, f"
WEIGHT = 0.125  # what the parameters of modules are
# What a number may be. Those that are not small are exact in float32, too.
SETS = {
    "some": [-2, -1, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6],
    "nat": [0, 1, 1, 2, 2, 3, 3, 4, 5],
    "index": list(range(-5, 6)),
    "dim": [-3, -2, -1, 0, 1, 2],
    "big": [-2**62, -2**31, -1, 0, 1, 2, 3, 2**31, 2**32, 2**40, 2**62],
    "shape": [-2**62, -2**31, 0, 1, 2, 3, 2**31, 2**32, 2**40, 2**62],
    "huge": [-1, 0, 3, 2**40, 2**45, 2**62],
    "small": [math.nan, math.inf, -math.inf, 0.0, 0.5, -0.5, 2.5, -3.75, 300.0,
              1e10],
    "float": [-1.5, 0.0, 0.5, 1.0, 2.0],
    "wild": [math.nan, math.inf, -math.inf, 0.0, 0.5, -0.5, 2.5, -3.75, 300.0,
             1e10, 1e19, -1e30],
}
HEAD = """import math

import torch
import torch.nn.functional as F


class Given(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.numbers = torch.nn.Parameter(torch.zeros(7))


def of_nonzero(n):
    return (torch.arange(12) < n).nonzero().shape[0]


def of_list(n):
    kept = []
    for i in range(n):
        kept.append(i)
    return len(kept)


def of_slice(n):
    return torch.arange(12)[:max(n, 0)].shape[0]


def of_mask(n):
    return int((torch.arange(12) < n).sum())


given = Given()
which, two, a, b, c, d = [int(given.numbers[i].item()) for i in range(6)]
f = given.numbers[6].item()
"""
# How a case is written and called. {name} is its function.
CONTEXTS = {
    "plain": ("def {name}({given}):\n{body}\n    print(y)",
              "{name}({given})"),
    "script": ("@torch.jit.script\ndef {name}({typed}):\n{body}\n    print(y)",
               "{name}({given})"),
    "grad": ("def {name}({given}):\n{make}\n    x.requires_grad_()\n{do}\n"
             "    print(y.detach())\n    (y * y).sum().backward()\n"
             "    print(x.grad)",
             "{name}({given})"),
    "grad-loop": ("def {name}({given}):\n{make}\n    x.requires_grad_()\n"
                  "    for i in range(two):\n{inner}\n"
                  "    print(y.detach())\n    (y * y).sum().backward()\n"
                  "    print(x.grad)",
                  "{name}({given})"),
    "grad-fork": ("def {name}_do(x, {given}):\n{do}\n    return y\n\n\n"
                  "def {name}({given}):\n{make}\n    x.requires_grad_()\n"
                  "    y = torch.jit.wait(torch.jit.fork({name}_do, x, {given}))\n"
                  "    print(y.detach())\n    (y * y).sum().backward()\n"
                  "    print(x.grad)",
                  "{name}({given})"),
    # Sizes that nothing knows when it is elaborated, and that fold behind it.
    "folded": ("def {name}({given}):\n{make}\n    x.requires_grad_()\n{do}\n"
               "    print(y.detach())\n    (y * y).sum().backward()\n"
               "    print(x.grad)",
               "{name}({folded}, f)"),
    "folded-plain": ("def {name}({given}):\n{body}\n    print(y)",
                     "{name}({folded}, f)"),
    "fork": ("def {name}({given}):\n{body}\n    return y",
             "print(torch.jit.wait(torch.jit.fork({name}, {given})))"),
    "forks": ("def {name}({given}):\n{body}\n    return y",
              "print([torch.jit.wait(future) for future in\n"
              "           [torch.jit.fork({name}, a + i, b, c, d, f)\n"
              "            for i in range(two)]])"),
    "loop": ("def {name}({given}):\n{body}\n    print(y)",
             "for i in range(two):\n        {name}(a + i, b, c - i, d, f)"),
    "counted": ("def {name}({given}):\n{body}\n    print(y)",
                "{name}(of_nonzero(a), of_list(b), of_slice(c), of_mask(d), "
                "f)"),
}
# Of the contexts that are not `core` an action has every other one.
CORE = {"plain", "script", "grad", "grad-loop", "grad-fork"}


class Action:
    """An entry of actions.txt."""

    def __init__(self, name, words, lines):
        self.name = name
        self.flags = {w for w in words if "=" not in w}
        assert self.flags <= {"grad", "plain", "differs", "function",
                              "nonempty"}, name
        self.specs = dict(w.split("=") for w in words if "=" in w)
        assert set(self.specs) <= set(NUMBERS), name
        self.module = lines.pop(0) if lines[0].startswith("module = ") else ""
        cut = lines.index("") if "" in lines else 0
        self.make, self.do = lines[:cut], lines[cut:]
        if cut:
            self.do = lines[cut + 1:]
        assert self.do and ("grad" not in self.flags or self.make), name

    def goes_with(self, context):
        if "function" in self.flags:
            return context in (("grad", "folded") if "grad" in self.flags else
                               ("plain", "folded-plain"))
        if context.startswith("folded"):
            return False
        if context.startswith("grad") and "grad" not in self.flags:
            return False
        if context in ("grad", "grad-loop"):
            return True
        if ("plain" in self.flags
                and context in ("script", "fork", "forks", "grad-fork")):
            return False
        if context in ("fork", "forks", "grad-fork") and "print(" in "\n".join(self.do):
            return False
        return context in CORE or chance(self.name + context) % 2 == 0

    def values(self, number):
        spec = self.specs.get(number, "some" if number != "f" else "float")
        if spec in SETS:
            return SETS[spec]
        ends = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", spec)
        if ends:
            return list(range(int(ends.group(1)), int(ends.group(2)) + 1))
        return [float(v) if number == "f" else int(v) for v in spec.split(",")]

    def drawn(self, generator, number):
        value = generator.choice(self.values(number))
        # As the file holds it.
        return (struct.unpack("<f", struct.pack("<f", value))[0]
                if number == "f" else value)

    def draws(self, text, count):
        """Up to so many different choices of the numbers, in drawn order."""
        lines = "\n".join(self.make + self.do)
        used = [n for n in NUMBERS if re.search(rf"\b{n}\b", lines)
                and "--folded" not in text]
        generator = random.Random(f"{self.name} {text}")
        found = {}
        for _ in range(4 * count):
            drawn = [self.drawn(generator, n) if n in used else 0
                     for n in NUMBERS]
            found.setdefault(str(drawn), drawn)
        return list(found.values())[:count]


def chance(text):
    """A number that looks random and never changes."""
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[:4], "little")


def function_actions():
    """An action for each dimension that a line of functions.txt may be cut in."""
    with open(os.path.join(HERE, "functions.txt")) as file:
        lines = [line.strip() for line in file if ":" in line and line[0] != "#"]
    for line in lines:
        head, _, expression = line.partition(": ")
        name, *words, shape = head.split()
        module = re.search(r"\{(.*)\}", expression)
        sizes = [int(size.rstrip("=")) for size in shape.split(",")]
        least = 1 if "nonempty" in words else 0
        for dim, size in enumerate(sizes):
            if shape.split(",")[dim].endswith("="):
                continue
            place = ", ".join([":"] * dim + [":a"])
            yield f"{name}-cut-{dim}", Action(
                f"{name}-cut-{dim}",
                ["function", f"a={least}..{size}"] + words
                + (["grad"] if "plain" not in words else []),
                ([f"module = {module.group(1)}"] if module else [])
                + [f"x = torch.arange({math.prod(sizes)}) * 0.7 + 0.31",
                   f"x = torch.sin(x).view({', '.join(map(str, sizes))})[{place}]",
                   "x = x.detach()",
                   "", "y = " + re.sub(r"\{.*\}", "module", expression)])


def read_actions():
    with open(os.path.join(HERE, "actions.txt")) as file:
        text = file.read()
    actions = {}
    for entry in re.split(r"^== ", text, flags=re.M)[1:]:
        head, _, body = entry.partition("\n")
        name, *words = head.split()
        body = re.sub(r"^# ----.*\n", "", body, flags=re.M)
        assert name not in actions, name
        actions[name] = Action(name, words, body.strip("\n").split("\n"))
    for name, action in function_actions():
        assert name not in actions, name
        actions[name] = action
    return actions


def all_cases():
    return [f"{action.name}--{context}"
            for action in read_actions().values() for context in CONTEXTS
            if action.goes_with(context)]


def indented(lines):
    return textwrap.indent("\n".join(lines), "    ")


def identifier(case):
    return case.replace("--", "_").replace("-", "_")


def folded_numbers(action, case):
    """What a function is called with where its size stands in the program."""
    sizes = action.values("a")
    size = sizes[-1] - chance(case) % max(1, len(sizes) - 1)
    return f"int(torch.tensor({size})), 0, 0, 0"


def case_text(actions, case):
    """(definition, call) of a case."""
    name, context = case.split("--")
    action = actions[name]
    words = {"name": "case_" + identifier(case),
             "given": GIVEN, "typed": SIGNATURE, "make": indented(action.make),
             "folded": folded_numbers(action, case),
             "do": indented(action.do),
             "inner": textwrap.indent(indented(action.do), "    "),
             "body": indented(action.make + action.do)}
    definition, call = (part.format(**words) for part in CONTEXTS[context])
    if action.module:
        definition = action.module + "\n\n\n" + definition
        definition = re.sub(r"\bmodule\b", f"module_{identifier(case)}",
                            definition)
    return definition, call


def program(cases, actions=None):
    """The text of a program that runs one of the cases."""
    actions = actions or read_actions()
    texts = [case_text(actions, case) for case in cases]
    text = HEAD + "".join(f"\n\n{definition}\n" for definition, _ in texts)
    text += '\n\nprint("begin")\n'
    for number, (_, call) in enumerate(texts):
        word = "elif" if number else "if"
        text += f"{word} which == {number}:\n    {call}\n"
    return text


def digest(cases):
    """What tells whether the texts of the cases have changed."""
    actions = read_actions()
    text = HEAD + str([case_text(actions, case) for case in cases])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def write_numbers(path, which, numbers, cases, modules):
    """The file that an executable of these cases loads. `modules` has, for a
    case with a module, the shape of each of its parameters: all are WEIGHT."""
    tensors = {}
    for case in cases:
        for name, shape in modules.get(case, {}).items():
            tensors[f"module_{identifier(case)}.{name}"] = (
                shape, [WEIGHT] * math.prod(shape))
    # Names begin with the variable where there are several modules.
    tensors["given.numbers" if tensors else "numbers"] = (
        [7], [which, 2] + list(numbers))
    header, data = {}, b""
    for name, (shape, values) in tensors.items():
        more = struct.pack(f"<{len(values)}f", *map(float, values))
        header[name] = {"dtype": "F32", "shape": shape,
                        "data_offsets": [len(data), len(data) + len(more)]}
        data += more
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def main():
    if len(sys.argv) == 1:
        print("\n".join(all_cases()))
    else:
        print(program(sys.argv[1:]), end="")


if __name__ == "__main__":
    main()
