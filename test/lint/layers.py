#!/usr/bin/env python3
"""Finds arrows against the layers: what a folder takes from one that it must not
know.

usage: layers.py SOURCE_DIR [BUILD_DIR]

LAYERS says which folders the files of a folder may include. It is in order: a
folder stands above all that it may include. Reports
- a file that includes a header of another folder of the source tree;
- a symbol that the library of a folder needs and only libraries of other
  folders define, by llvm-nm. All libraries must have been built;
- a folder beside those of the table, in which nothing would be looked at.
"""
import os
import re
import subprocess
import sys

PROGRAMS = ["dialects/tine", "dialects/nn", "dialects/linalg_ext"]
SHARED = [*PROGRAMS, "lowering/support", "lowering/abi"]
PHASES = ["lowering/differentiate", "lowering/placement", "lowering/tensor",
          "lowering/buffer", "lowering/llvm"]
FRONT = ["frontend/" + room for room in
         ["syntax", "values", "services", "builtins", "script", "objects"]]
TARGETS = ["lowering/target", "lowering/cpu", "lowering/cuda"]

# Of headers alone.
HEADERS = ["frontend"]
# Not looked at.
OUTSIDE = ["runtime/src"]

# Each folder with the folders that it may include besides itself.
LAYERS = {
    "dialects/tine": [],
    "dialects/nn": ["dialects/tine"],
    "dialects/linalg_ext": [],
    "dialects/cpu": ["dialects/linalg_ext"],
    "dialects/cuda": ["dialects/linalg_ext"],

    "lowering/support": PROGRAMS,
    "lowering/abi": [*PROGRAMS, "lowering/support"],
    # Phases do not know each other, nor the dialects of targets.
    "lowering/differentiate": SHARED,
    "lowering/placement": SHARED,
    "lowering/tensor": SHARED,
    "lowering/buffer": SHARED,
    "lowering/llvm": SHARED,
    # Targets do not know each other; `target` is what they share.
    "lowering/target": SHARED,
    "lowering/cpu": [*SHARED, "lowering/target", "dialects/cpu"],
    "lowering/cuda": [*SHARED, "lowering/target", "dialects/cuda"],
    # The pipeline knows all.
    "lowering": [*SHARED, *PHASES, *TARGETS],

    # Each room of the front end knows those before it. `frontend` itself is
    # its interface, which control implements.
    "frontend/syntax": [],
    "frontend/values": [*FRONT[:1], *PROGRAMS],
    # KnownText runs functions of the runtime on text that is known.
    "frontend/services": [*FRONT[:2], *PROGRAMS, "runtime/src"],
    # argparse reads an example of the command line as the run does.
    "frontend/builtins": [*FRONT[:3], *PROGRAMS, "runtime/src"],
    "frontend/script": [*FRONT[:4], *PROGRAMS],
    "frontend/objects": [*FRONT[:5], *PROGRAMS],
    "frontend": FRONT[:1],
    "frontend/control": [*FRONT, *PROGRAMS, "frontend"],
}


def library_of(folder):
    """The library of a folder: one for each, of its name."""
    return "tine_" + folder.replace("dialects/", "dialect_").replace("/", "_")


def check_table():
    seen = set()
    for folder, below in LAYERS.items():
        for name in below:
            if name not in seen and name not in OUTSIDE:
                yield f"layers.py: error: {folder} stands above {name}, whose line comes later"
        seen.add(folder)


def check_includes(source):
    """The files of all folders below the first parts of the table's names."""
    for top in sorted({folder.split("/")[0] for folder in LAYERS}):
        for path, _, names in sorted(os.walk(os.path.join(source, top))):
            folder = os.path.relpath(path, source).replace(os.sep, "/")
            files = [name for name in sorted(names) if name.endswith((".h", ".cpp"))]
            if files and folder not in LAYERS:
                yield f"{path}: error: layers.py has no line for this folder"
                continue
            for name in files:
                yield from check_file(source, folder, os.path.join(path, name))


def check_file(source, folder, path):
    with open(path) as file:
        for number, line in enumerate(file, 1):
            found = re.match(r'\s*#\s*include\s+"(.*)/[^/"]*\.h"', line)
            if not found or not os.path.isdir(os.path.join(source, found[1])):
                continue
            if found[1] != folder and found[1] not in LAYERS[folder]:
                yield f"{path}:{number}: error: {folder} must not know {found[1]}"


def symbols_of(library):
    """What a library defines, and what it needs of others."""
    text = subprocess.run(["llvm-nm", "--format=posix", library], check=True,
                          capture_output=True, text=True).stdout
    defined, needed = set(), set()
    for line in text.splitlines():
        words = line.split()
        if len(words) < 2 or len(words[1]) != 1:
            continue  # the name of a member
        (needed if words[1] in "Uw" else defined).add(words[0])
    return defined, needed - defined


def find_libraries(build):
    """The paths of the table's libraries, by folder."""
    folders = {f"lib{library_of(folder)}.a": folder for folder in LAYERS}
    found = {}
    for top in {folder.split("/")[0] for folder in LAYERS}:
        for path, _, names in os.walk(os.path.join(build, top)):
            found.update((folders[name], os.path.join(path, name))
                         for name in names if name in folders)
    return found


def check_symbols(build):
    libraries = find_libraries(build)
    for folder in LAYERS:
        if folder not in libraries and folder not in HEADERS:
            yield f"{build}: error: lib{library_of(folder)}.a is not built"
    symbols = {folder: symbols_of(path) for folder, path in libraries.items()}
    owners = {}
    for folder, (defined, _) in symbols.items():
        for name in defined:
            owners.setdefault(name, set()).add(folder)
    for folder in filter(symbols.get, LAYERS):
        for name in sorted(symbols[folder][1]):
            others = owners.get(name, set())
            if others and not others & set(LAYERS[folder]):
                readable = subprocess.run(["llvm-cxxfilt", name], check=True,
                                          capture_output=True, text=True).stdout
                yield (f"{libraries[folder]}: error: {folder} needs "
                       f"{readable.strip()} of {', '.join(sorted(others))}")


def main(source, build=None):
    found = [*check_table(), *check_includes(source)]
    if build:
        found += check_symbols(build)
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
