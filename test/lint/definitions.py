#!/usr/bin/env python3
"""Checks that every pass has a test and every op an example that parses.

usage: definitions.py passes|ops SOURCE_DIR LLVM_TABLEGEN [TINE_OPT]

A pass `--name` needs a test `name.mlir` under test/ that runs it. The
description of an op needs a block ```mlir with the op in it; every such block
has to go through TINE_OPT.
"""
import glob
import json
import os
import re
import subprocess
import sys
import textwrap


def records(source, tablegen, path):
    """The definitions of a .td file."""
    include = subprocess.run(
        [os.path.join(os.path.dirname(tablegen), "llvm-config"),
         "--includedir"], capture_output=True, text=True, check=True).stdout
    ran = subprocess.run([tablegen, "--dump-json", "-I", include.strip(), "-I",
                          source, path], capture_output=True, text=True)
    if ran.returncode:
        sys.exit(ran.stderr)
    return json.loads(ran.stdout)


def check_passes(source, tablegen):
    path = os.path.join(source, "lowering", "Passes.td")
    if not os.path.exists(path):
        sys.exit(f"{path}: error: not there")
    definitions = records(source, tablegen, path)
    for name in sorted(definitions["!instanceof"].get("PassBase", [])):
        flag = definitions[name]["argument"]
        tests = glob.glob(os.path.join(source, "test", "**", flag + ".mlir"),
                          recursive=True)
        runs = re.compile(r"RUN:.*(--?|pass-pipeline.*)" + re.escape(flag) +
                          r"(?![-\w])")
        if not any(runs.search(open(test).read()) for test in tests):
            yield f"{path}: error: no test/**/{flag}.mlir runs --{flag}"


def examples(description):
    return [textwrap.dedent(block) for block in
            re.findall(r"```mlir\n(.*?)```", description, re.S)]


def parse_error(tine_opt, text):
    ran = subprocess.run([tine_opt, "--split-input-file", "-"], input=text,
                         capture_output=True, text=True)
    return ran.stderr if ran.returncode else None


def check_ops(source, tablegen, tine_opt):
    for path in (os.path.join(source, "dialects", "tine", "Tine.td"),
                 os.path.join(source, "dialects", "nn", "NN.td")):
        definitions = records(source, tablegen, path)
        everything = []
        for name in sorted(definitions["!instanceof"]["Op"]):
            op = definitions[name]
            dialect = definitions[op["opDialect"]["def"]]["name"]
            spelled = dialect + "." + op["opName"]
            blocks = examples(op.get("description") or "")
            if not any(re.search(re.escape(spelled) + r"(?!\w)", block)
                       for block in blocks):
                yield f"{path}: error: {spelled} has no example in its description"
            everything += [(spelled, block) for block in blocks]
        # One run for all is much faster; only a failure needs single ones.
        if parse_error(tine_opt, "\n// -----\n".join(b for _, b in everything)):
            for spelled, block in everything:
                error = parse_error(tine_opt, block)
                if error:
                    yield (f"{path}: error: the example of {spelled} does not "
                           f"parse:\n{block}\n{error}")


def main():
    kind, arguments = sys.argv[1], sys.argv[2:]
    check = {"passes": check_passes, "ops": check_ops}[kind]
    found = list(check(*arguments))
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
