#!/usr/bin/env python3
"""Compiles the programs that scripts/gpu.sh runs on a GPU into a folder.

usage: prepare.py DIR [--build BUILD] [--list FILE] [--programs FOLDER]...
                  [--small] [--jobs N] [--mcpu NAME]

DIR must be new or of an earlier call. It gets the executables, compressed, and the
sources and expected outputs, run.py and programs.json. --list has other programs
than programs.txt. --programs names folders of programs with expected outputs
(NAME.py, NAME.expected) that are taken along: those that name a device in the step
devices, others with --default-device=cuda in the step training. --small makes the
programs that are measured small: for a simulated GPU. What does not compile is
reported there, too, as a failure; exit status 1 only when nothing compiles.
"""
import argparse
import concurrent.futures
import json
import lzma
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
COMPILE_LIMIT = 600
MARK = "made by scripts/gpu.sh"


def listed(path):
    """(step, program, options of tinec, options of the run) for each line."""
    with open(path) as file:
        for line in file:
            words = line.split("#")[0].split()
            if not words:
                continue
            at = words.index("@") if "@" in words else len(words)
            yield (words[0], os.path.join(ROOT, words[1]), words[2:at],
                   words[at + 1:])


def found(folder):
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not os.path.exists(os.path.splitext(path)[0] + ".expected"):
            continue
        if name.endswith(".py"):
            with open(path) as file:
                placed = "cuda" in file.read()
            yield (("devices", path, [], ["--device-map", "cuda:*=cuda:0"])
                   if placed else
                   ("training", path, ["--default-device=cuda"], []))


def small(text):
    """Constants with a comment `# small: VALUE` get that value."""
    return re.sub(r"^(\w+ = ).*# small: (.*)$", r"\1\2", text, flags=re.M)


def pack(executable):
    with open(executable, "rb") as file:
        data = file.read()
    with open(executable + ".xz", "wb") as file:
        file.write(lzma.compress(data, preset=1))
    os.remove(executable)


def prepare(given, tinec, name, entry):
    step, program, options, run_options = entry
    with open(program) as file:
        text = file.read()
    source, executable = program, os.path.join(given.dir, name)
    if step == "timing":
        # PyTorch there has one GPU.
        source = executable + ".py"
        with open(source, "w") as file:
            file.write((small(text) if given.small else text))
        with open(executable + ".torch.py", "w") as file:
            file.write((small(text) if given.small else text)
                       .replace("cuda:1", "cuda:0"))
    expected = os.path.splitext(program)[0] + ".expected"
    tolerance = re.search(r"^# tolerance: (\S+)", text, re.M)
    record = {"name": name, "step": step, "options": run_options,
              "program": os.path.relpath(program, ROOT),
              "anywhere": any("--default-device" in o for o in options),
              "tolerance": float(tolerance.group(1)) if tolerance else None}
    if os.path.exists(expected):
        shutil.copy(expected, executable + ".expected")
    command = [tinec, source, "-o", executable, "--mcpu=" + given.mcpu,
               *options]
    # What CPUs compute has no TF32; PyTorch there has.
    environment = dict(os.environ)
    if step != "timing":
        environment["NVIDIA_TF32_OVERRIDE"] = "0"
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=COMPILE_LIMIT, env=environment)
        if done.returncode:
            record["refused"] = (done.stderr.strip()[:2000]
                                 or f"exit status {done.returncode}")
        else:
            pack(executable)
    except subprocess.TimeoutExpired:
        record["refused"] = f"tinec took over {COMPILE_LIMIT} s"
    return record


def names(entries):
    """A name of its own for each, from those of the program and its folder."""
    taken = set()
    for entry in entries:
        parts = os.path.splitext(entry[1])[0].split(os.sep)
        name = parts[-1]
        if name in taken:
            name = f"{parts[-2]}_{name}"
        while name in taken:
            name += "_"
        taken.add(name)
        yield name


def clear(folder):
    if os.path.isdir(folder) and os.listdir(folder):
        mark = os.path.join(folder, "programs.json")
        if not os.path.exists(mark) or MARK not in open(mark).read():
            sys.exit(f"prepare.py: {folder} holds something else")
        shutil.rmtree(folder)
    os.makedirs(folder, exist_ok=True)


def main():
    parser = argparse.ArgumentParser(
        usage=__doc__.split("\n\n")[1][7:],
        epilog=__doc__.split("\n\n", 2)[2])
    parser.add_argument("dir")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--list", default=os.path.join(HERE, "programs.txt"))
    parser.add_argument("--programs", action="append", default=[])
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--mcpu", default="x86-64-v3")
    given = parser.parse_args()
    given.dir = os.path.abspath(given.dir)
    tinec = os.path.join(os.path.abspath(given.build), "bin", "tinec")
    if not os.access(tinec, os.X_OK):
        sys.exit(f"prepare.py: no {tinec}: build it first, or give --build")
    clear(given.dir)
    entries = list(listed(given.list))
    for folder in given.programs:
        entries += found(folder)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        records = list(pool.map(
            lambda both: prepare(given, tinec, *both),
            zip(names(entries), entries)))
    for path in (os.path.join(HERE, "run.py"),
                 os.path.join(ROOT, "test", "e2e", "compare.py")):
        shutil.copy(path, given.dir)
    with open(os.path.join(given.dir, "programs.json"), "w") as file:
        json.dump({"by": MARK, "programs": records}, file, indent=1)
    refused = [r for r in records if "refused" in r]
    for record in refused:
        print(f"{record['program']}: {record['refused'].splitlines()[0]}")
    size = sum(entry.stat().st_size for entry in os.scandir(given.dir))
    print(f"{len(records) - len(refused)} programs in {given.dir}, "
          f"{size / 1e6:.0f} MB; {len(refused)} do not compile")
    return 1 if len(refused) == len(records) else 0


if __name__ == "__main__":
    sys.exit(main())
