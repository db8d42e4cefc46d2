"""Writes or checks the index of test/e2e/train: a line for each program, which
is the first sentence of its comment.

usage: index.py FOLDER [--write]

Exit status 1 when FOLDER/README.md is not what would be written.
"""
import glob
import os
import re
import sys

TITLES = (
    ("ops", "Derivatives of operations and layers"),
    ("graph", "What is a leaf, what is recorded, and what has a gradient"),
    ("loops", "Gradients through loops, and taken in them"),
    ("lists", "Gradients through lists, and what lists keep"),
    ("forks", "Gradients and training in tasks"),
    ("optim", "Optimizers, schedulers and their state"),
    ("data", "Data sets, samplers and loaders"),
    ("nets", "Whole programs"),
)
HEAD = """# Programs that train

Each is compared with what PyTorch prints for it. `python3 test/lint/index.py test/e2e/train --write` writes this page of
their first comments.
"""


def sentence(path):
    """The first sentence of the comment at the top of a program."""
    lines = []
    with open(path) as file:
        for line in file:
            if line.startswith("# tolerance:"):
                continue
            if line.startswith("#"):
                lines.append(line[1:].strip())
            elif lines:
                break
    text = " ".join(lines).replace("|", "or")
    # Up to a full stop or colon at the end of a word.
    found = re.match(r"(.*?[^.\s])[.:](\s|$)", text)
    return found[1] if found else text


def page(folder):
    yield HEAD
    for name, title in TITLES:
        yield f"\n## {name}: {title}\n\n| program | what |\n|---|---|\n"
        for path in sorted(glob.glob(os.path.join(folder, name, "*.py"))):
            yield f"| `{os.path.basename(path)}` | {sentence(path)} |\n"


def main(folder, *options):
    path = os.path.join(folder, "README.md")
    text = "".join(page(folder))
    known = {name for name, _ in TITLES}
    stray = [entry for entry in sorted(os.listdir(folder))
             if entry not in known | {"README.md"}]
    unnamed = re.findall(r"^\| `(.*)` \|  \|$", text, re.M)
    for entry in stray:
        print(f"{folder}/{entry}: error: belongs to one of {sorted(known)}")
    for entry in unnamed:
        print(f"{folder}: error: {entry} does not begin with a comment")
    if "--write" in options:
        with open(path, "w") as file:
            file.write(text)
    elif not os.path.exists(path) or open(path).read() != text:
        print(f"{path}: error: is not up to date: --write writes it")
        return 1
    return 1 if stray or unnamed else 0


sys.exit(main(*sys.argv[1:]))
