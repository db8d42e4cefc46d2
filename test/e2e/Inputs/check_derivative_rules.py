"""Whether every op that has a rule for its derivative is differentiated by a test.

usage: check_derivative_rules.py TINEC SOURCE LLVM_TABLEGEN PROGRAMS

The rules are those in the records of dialects/nn and those that
dialects/nn/Pullbacks*.cpp add to their table. An op is
tested when it stands between the inputs and outputs of an `nn.gradient` of the
programs PROGRAMS/differences_*.py, which compare gradients with PyTorch's and with
central differences.
"""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "lint"))
import definitions  # noqa: E402

VALUE = re.compile(r"%\w+")
# No program has these: they come from rules, and second derivatives ask for theirs.
OF_DERIVATIVES = {"conv_weight"}


def ops_with_rules(source, tablegen):
    folder = os.path.join(source, "dialects", "nn")
    made = definitions.records(source, tablegen, os.path.join(folder, "NN.td"))
    kinds = made["!instanceof"]
    names = {name.partition("_")[2]: made[name]["opName"] for name in kinds["Op"]}
    found = {made[name]["opName"] for name in kinds["NN_Derivative"] if made[name]["isThere"]}
    for path in glob.glob(os.path.join(folder, "Pullbacks*.cpp")):
        with open(path) as file:
            for rules in re.findall(r"table\.add<([\w\s,]+)>\(", file.read()):
                found.update(names[op.strip()] for op in rules.split(","))
    return found


def differentiated_ops(text):
    """The ops between inputs and outputs of gradients, in the IR of a program."""
    ops, tested = {}, set()
    for line in text.splitlines():
        made, _, rest = line.strip().partition(" = ")
        if not rest:
            continue
        name = rest.split()[0].strip('"')
        if name == "nn.gradient":
            outputs, _, inputs = rest.partition(" by ")
            outputs = VALUE.findall(outputs.partition(" seeded ")[0])
            collect(ops, outputs, set(VALUE.findall(inputs)), tested)
        for value in VALUE.findall(made):
            ops[value] = (name, VALUE.findall(rest))
    return tested


def collect(ops, outputs, inputs, tested):
    """Adds the ops on the way from outputs to inputs."""
    depends = {}

    def reaches(value):
        if value not in depends:
            depends[value] = value in inputs
            if value in ops and value not in inputs:
                name, operands = ops[value]
                depends[value] = any([reaches(v) for v in operands])
                if depends[value]:
                    tested.add(name)
        return depends[value]

    for value in outputs:
        reaches(value)


def main():
    tinec, source, tablegen, programs = sys.argv[1:]
    sys.setrecursionlimit(100000)
    tested = set()
    for program in sorted(glob.glob(os.path.join(programs, "differences_*.py"))):
        made = subprocess.run([tinec, program, "--emit=nn", "-o", "-"], capture_output=True,
                              text=True, check=True)
        tested |= differentiated_ops(made.stdout)
    rules = ops_with_rules(source, tablegen)
    missing = sorted(op for op in rules - OF_DERIVATIVES if "nn." + op not in tested)
    if len(rules) < 50 or missing:
        sys.exit(f"{len(rules)} rules; these are not tested: {', '.join(missing)}")


if __name__ == "__main__":
    main()
