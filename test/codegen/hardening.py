# Executables are hard to attack, and do not tell where they were compiled.
# RUN: rm -rf %t && mkdir -p %t/folder && %python %s %tinec %t/folder %build %source
import os
import re
import subprocess
import sys

TINEC, FOLDER, BUILD, SOURCE = sys.argv[1:]
PROGRAM = """import torch

def double(x):
    values = [x, x + 1]
    return values[int(x.sum())] * 2

print(torch.jit.wait(torch.jit.fork(double, torch.ones(1))))
"""
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True,
                          check=True).stdout


path = os.path.join(FOLDER, "program.py")
with open(path, "w") as file:
    file.write(PROGRAM)
executable, symbols = os.path.join(FOLDER, "made"), os.path.join(FOLDER, "g")
subprocess.run([TINEC, path, "-o", executable], check=True)
subprocess.run([TINEC, path, "-g", "-o", symbols], check=True)
expect(output_of(executable) == "tensor([4.])\n", "does not run")

# Loaded at a random address; nothing that is written is executed, and the other
# way round; tables of addresses are read-only from the start on.
header = output_of("llvm-readelf", "-hl", "--wide", executable)
expect(re.search(r"Type: +DYN", header), "not position-independent")
expect("INTERP" not in header, "needs a loader")
stack = re.search(r"GNU_STACK.*", header)
expect(stack and "E" not in stack.group().split()[-2], "stack is executable")
expect("GNU_RELRO" in header, "no relro")
expect(not re.search(r"LOAD .* RWE ", header), "written and executed")
dynamic = output_of("llvm-readelf", "-d", executable)
expect("NEEDED" not in dynamic, "needs a library")
expect(re.search(r"FLAGS.*NOW", dynamic), "bound late")
expect("TEXTREL" not in dynamic, "code is relocated")

# Canaries in the program and in the runtime.
expect("__stack_chk_fail" in output_of("llvm-nm", symbols), "no canaries")
link = os.path.join(BUILD, "lib", "tine", "link")
for name in "libtine_runtime.a", "libomp.a":
    expect("__stack_chk_fail" in output_of("llvm-nm", os.path.join(link, name)),
           f"no canaries in {name}")

# Folders of the machine.
places = {FOLDER, BUILD, SOURCE, os.path.expanduser("~"), os.getcwd()}
places |= {os.path.realpath(place) for place in places}
for file in [executable] + [os.path.join(link, name) for name in
                            ("libtine_runtime.a", "libomp.a")]:
    content = read(file)
    for place in sorted(places - {"/", "~"}):
        expect(place.encode() + b"/" not in content, f"{place} in {file}")
expect(b"program.py:5" in read(executable), "the trace has no place")
if failures:
    sys.exit("failed: " + "; ".join(failures))
