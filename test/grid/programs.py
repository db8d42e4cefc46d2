#!/usr/bin/env python3
"""Makes the programs of the grid: each action under each construct.

usage: programs.py            lists the names
       programs.py NAME ...   prints these programs

A name is ACTION--CONSTRUCT--TRUTH. actions.txt and constructs.txt hold the
parts and say how they go together. The same names give the same programs on
every machine.
"""
import ast
import hashlib
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
# What x is; constructs.txt says what follows.
TRUTHS = {"t": "[1.0, 2.0]", "o": "[1.0, 1.0]", "f": "[1.0, 0.0]"}
# What programs import, by what they name.
IMPORTS = [(r"\bnn\.", "import torch.nn as nn"),
           (r"\bF\.", "import torch.nn.functional as F"),
           (r"\bcopy\.", "import copy"),
           (r"@dataclass", "from dataclasses import dataclass"),
           (r"\bfield\(", "from dataclasses import field"),
           (r"\(Enum\)", "from enum import Enum"),
           (r"\bTensor\b", "from torch import Tensor")]
TYPING = ("Dict", "List", "NamedTuple", "Optional", "Tuple")
# Of the constructs that are not `core`, an action has one of this many.
THINNING = 8


class Action:
    """Parts of a program, as lists of lines, and the variables in them."""

    def __init__(self, name, flags, parts):
        assert flags <= {"eager"}, name
        self.name, self.flags = name, flags
        self.raises = set(parts.pop("raises", []))
        for part in ("top", "before", "act", "else", "look"):
            setattr(self, part, parts.pop(part, []))
        assert not parts and self.act and self.look, name
        made = stored(self.before)
        self.variables = made
        self.types = dict(re.findall(r"^(\w+): ([^=]+) = ",
                                     "\n".join(self.before), re.M))
        inside = self.act + self.else_lines
        used = {n.id for n in names(inside)}
        self.args = [v for v in made if v in used]
        assigned = stored(inside)
        self.sets = [v for v in made if v in assigned]

    @property
    def else_lines(self):
        return getattr(self, "else")


class Construct:
    """A template, the truths it comes with, and its flags."""

    def __init__(self, name, words, lines):
        self.name, self.lines = name, lines
        self.truths = [w for w in words if w in TRUTHS]
        self.raises = {w for w in words if w.endswith("Error")}
        self.flags = set(words) - set(TRUTHS) - self.raises
        assert self.truths and self.flags <= {"core", "free", "script"}, name

    def goes_with(self, action):
        text = "\n".join(self.lines)
        if "{else}" in text and not action.else_lines:
            return False
        if "free" in self.flags and action.sets:
            return False
        if "script" in self.flags and "eager" in action.flags:
            return False
        return ("core" in self.flags
                or chance(f"{action.name} {self.name}") % THINNING == 0)


def chance(text):
    """A number that looks random and never changes."""
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[:4], "little")


def names(lines):
    tree = ast.parse("\n".join(lines))
    return [n for n in ast.walk(tree) if isinstance(n, ast.Name)]


def stored(lines):
    """The variables that the lines assign, in their order."""
    found = [n for n in names(lines) if isinstance(n.ctx, ast.Store)]
    found.sort(key=lambda n: (n.lineno, n.col_offset))
    return list(dict.fromkeys(n.id for n in found))


def entries(file_name):
    """(words of the head, lines) of each entry of a file."""
    with open(os.path.join(HERE, file_name)) as file:
        text = file.read()
    for entry in re.split(r"^== ", text, flags=re.M)[1:]:
        head, _, body = entry.partition("\n")
        body = re.sub(r"^# ----.*\n", "", body, flags=re.M)
        yield head.split(), body.strip("\n").split("\n")


def read_actions():
    actions = {}
    for (name, *flags), lines in entries("actions.txt"):
        parts, current = {}, None
        for line in lines:
            head = re.fullmatch(r"(top|before|act|else|look|raises):", line)
            if head:
                current = parts.setdefault(head.group(1), [])
            else:
                current.append(line)
        assert name not in actions, name
        actions[name] = Action(name, set(flags), parts)
    return actions


def read_constructs():
    found = [Construct(words[0], words[1:], lines)
             for words, lines in entries("constructs.txt")]
    return {construct.name: construct for construct in found}


def on_object(lines, variables, object_name):
    """The lines with variables as attributes of an object."""
    text = "\n".join(lines)
    for name in variables:
        # Not an attribute, not the name of an argument.
        text = re.sub(rf"(?<![\w.\"]){name}\b(?!\"|=[^=])",
                      f"{object_name}.{name}", text)
    return text.split("\n")


def without_annotations(lines):
    return [re.sub(r"^(\w+): [^=]+ = ", r"\1 = ", line) for line in lines]


def program(action, construct, truth):
    """The text of a program."""
    before = action.before
    if "script" not in construct.flags:
        before = without_annotations(before)
    bare = without_annotations(action.before)
    inside = action.variables
    blocks = {
        "before": before, "act": action.act, "else": action.else_lines,
        "look": action.look,
        "nonlocal": (["nonlocal " + ", ".join(action.sets)]
                     if action.sets else []),
        "set": on_object(bare, inside, "self"),
        "do": on_object(action.act, inside, "self"),
        "seen": on_object(action.look, inside, "h"),
    }
    sets = ", ".join(action.sets)
    result = f"({sets})" if len(action.sets) > 1 else sets or "None"
    typed = (f"{v}: {action.types.get(v, 'Tensor')}" for v in action.args)
    words = {"args": ", ".join(action.args), "typed": ", ".join(typed),
             "result": result, "give": sets + " = " if sets else ""}
    body = []
    for line in construct.lines:
        block = re.fullmatch(r"( *)\{(\w+)\}", line)
        if block and block.group(2) in blocks:
            body += textwrap.indent("\n".join(blocks[block.group(2)]),
                                    block.group(1)).split("\n")
            if not blocks[block.group(2)]:
                body.pop()
        else:
            line = re.sub(r"\{(args|typed|result|give)\}",
                          lambda word: words[word.group(1)], line)
            body.append(line.replace(", )", ")"))
    text = "\n".join(body)
    if action.top:
        text = "\n".join(action.top) + "\n\n\n" + text
    return head(text, truth) + text.rstrip() + "\n"


def head(text, truth):
    imports = [line for pattern, line in IMPORTS if re.search(pattern, text)]
    typing = [n for n in TYPING if re.search(rf"\b{n}\b", text)]
    if typing:
        imports.append("from typing import " + ", ".join(typing))
    imports = ["import torch"] + sorted(imports)
    gap = "\n\n" if re.match(r"class |def |@", text) else ""
    return "\n".join(imports) + f"\n\nx = torch.tensor({TRUTHS[truth]})\n" + gap


def all_programs():
    """Name and text of every program, in a fixed order."""
    constructs = read_constructs()
    for action in read_actions().values():
        for construct in constructs.values():
            if construct.goes_with(action):
                for truth in construct.truths:
                    yield (f"{action.name}--{construct.name}--{truth}",
                           program(action, construct, truth))


def digests():
    """For each action, what tells whether its programs have changed."""
    found = {}
    for name, text in all_programs():
        digest = found.setdefault(name.split("--")[0], hashlib.sha256())
        digest.update(f"{name}\n{text}".encode())
    return {name: found[name].hexdigest()[:12] for name in found}


def text_of(name):
    """A program by its name, also one of those that are left out."""
    action, construct, truth = name.split("--")
    return program(read_actions()[action], read_constructs()[construct], truth)


def main():
    if len(sys.argv) == 1:
        for name, _ in all_programs():
            print(name)
    for name in sys.argv[1:]:
        print(f"# {name}\n{text_of(name)}")


if __name__ == "__main__":
    main()
