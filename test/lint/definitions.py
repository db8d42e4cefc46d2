#!/usr/bin/env python3
"""Checks that every pass and every op arrives complete.

usage: definitions.py passes SOURCE_DIR LLVM_TABLEGEN
       definitions.py ops SOURCE_DIR LLVM_TABLEGEN TINE_OPT
       definitions.py negative SOURCE_DIR LLVM_TABLEGEN
       definitions.py errors SOURCE_DIR LLVM_TABLEGEN
       definitions.py numeric SOURCE_DIR LLVM_TABLEGEN TINEC
       definitions.py names SOURCE_DIR LLVM_TABLEGEN

passes    A pass `--name` needs a test `name.mlir` under test/ that runs it.
ops       The description of an op needs a block ```mlir with the op in it;
          every such block has to go through TINE_OPT, and what that prints
          goes through it again without a change.
negative  The text of every `emitOpError("text")` in dialects/NAME/*.cpp needs a
          line `expected-error {{text}}` in test/dialects/NAME-*invalid.mlir, in
          front of an op whose verifier emits it, or of any op of the dialect
          where several verifiers share the code that does.
errors    So the longest literal of every `emitError(...)` of passes and code
          generation occurs in a test.
numeric   Every op that the front end makes stands in the IR of one of PROGRAMS,
          whose output is compared with PyTorch's.
names     Every literal "nn.name" of the front end names an elementwise op.

That every derivative is compared with PyTorch's has a test of its own,
test/e2e/derivative_rules.test.
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
    paths = sorted(glob.glob(os.path.join(source, "lowering", "**", "Passes.td"),
                             recursive=True))
    if not paths:
        sys.exit(f"{source}: error: no lowering/**/Passes.td")
    for path in paths:
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


def through(tine_opt, text):
    """What the tool prints of a program, and its errors."""
    ran = subprocess.run([tine_opt, "--split-input-file", "-"], input=text,
                         capture_output=True, text=True)
    return ran.stdout, ran.stderr if ran.returncode else None


def round_trip_error(tine_opt, text):
    once, error = through(tine_opt, text)
    if error:
        return error
    twice, error = through(tine_opt, once)
    return error or ("printed otherwise:\n" + twice if once != twice else None)


def dialects(source, tablegen):
    """For each dialect: its name, .td file and ops (C++ class, name, record)."""
    for name, file in (("tine", "Tine.td"), ("nn", "NN.td"), ("cpu", "CPU.td")):
        path = os.path.join(source, "dialects", name, file)
        definitions = records(source, tablegen, path)
        ops = [(op.partition("_")[2], f"{name}.{definitions[op]['opName']}",
                definitions[op])
               for op in sorted(definitions["!instanceof"]["Op"])]
        yield name, path, ops


def check_ops(source, tablegen, tine_opt):
    for _, path, ops in dialects(source, tablegen):
        everything = []
        for _, spelled, op in ops:
            blocks = examples(op.get("description") or "")
            if not any(re.search(re.escape(spelled) + r"(?!\w)", block)
                       for block in blocks):
                yield (f"{path}: error: {spelled} has no example in its "
                       "description")
            everything += [(spelled, block) for block in blocks]
        # One run for all is much faster; only a failure needs single ones.
        together = "\n// -----\n".join(block for _, block in everything)
        if round_trip_error(tine_opt, together):
            for spelled, block in everything:
                error = round_trip_error(tine_opt, block)
                if error:
                    yield (f"{path}: error: the example of {spelled} does not "
                           f"go through tine-opt:\n{block}\n{error}")


# The head of a function, which tells whose verifier it is, or an error up to
# the end of its first literals.
DIAGNOSTIC = re.compile(
    r"^(?:template <[^>]*>\s*)?(?:\w+ )*LogicalResult (?:(?P<of>\w+)::)?\w+\(|"
    r"emitOpError\(\s*(?P<text>\"(?:[^\"\\]|\\.)*\""
    r"(?:\s*\"(?:[^\"\\]|\\.)*\")*)",
    re.M)
EXPECTED = re.compile(r"expected-error ?@\S+ \{\{(.*)\}\}\s*\n(?P<next>.*)")
NAME = re.compile(r"\b(?:tine|nn|cpu)\.\w+")


def diagnostics(path):
    """The texts of a file, each with its line and the class of the verifier."""
    text = open(path).read()
    of = None
    for found in DIAGNOSTIC.finditer(text):
        if found["text"] is None:
            of = found["of"]
            continue
        literal = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', found["text"]))
        yield (text.count("\n", 0, found.start()) + 1, of,
               re.sub(r"\\(.)", r"\1", literal))


def check_negative(source, tablegen):
    for dialect, _, ops in dialects(source, tablegen):
        names = {of: spelled for of, spelled, _ in ops}
        tested = []
        for test in glob.glob(os.path.join(source, "test", "dialects",
                                           dialect + "*-invalid.mlir")):
            for found in EXPECTED.finditer(open(test).read()):
                op = NAME.search(found["next"])
                tested.append((op and op[0], found[1]))
        for path in sorted(glob.glob(os.path.join(source, "dialects", dialect,
                                                  "*.cpp"))):
            for line, of, text in diagnostics(path):
                wanted = names.get(of)
                if not any(text in error and wanted in (None, op)
                           for op, error in tested):
                    yield (f"{path}:{line}: error: no test/dialects/{dialect}-"
                           f"*invalid.mlir expects '{text}'" +
                           (f" of {wanted}" if wanted else ""))


# What no program or IR is known to reach: verifiers and phases reject it before.
INTERNAL = ("cannot be lowered to LLVM", "the translation to LLVM IR is not valid: ",
            "is not supported for these element types",
            "this needs copies of tensors that are on another device; move them with .cpu()")


def check_errors(source, tablegen):
    tests = []
    for folder, _, files in os.walk(os.path.join(source, "test")):
        tests += [open(os.path.join(folder, name), errors="replace").read()
                  for name in files if name.endswith((".mlir", ".py", ".test", ".expected"))
                  and name != os.path.basename(__file__)]
    text_of_tests = "\n".join(tests)
    for folder in ("lowering", "codegen"):
        for path in sorted(glob.glob(os.path.join(source, folder, "**", "*.cpp"), recursive=True)):
            text = open(path).read()
            for found in re.finditer(r"emit(?:Op)?Error\(.*?;", text, re.S):
                joined = re.sub(r'"\s*\n\s*"', "", found[0])
                literals = re.findall(r'"((?:[^"\\]|\\.)*)"', joined)
                longest = max(literals, key=len, default="")
                if not any(longest in internal or internal in longest for internal in INTERNAL) \
                        and longest.strip(" '") not in text_of_tests:
                    line = text.count("\n", 0, found.start()) + 1
                    yield f"{path}:{line}: error: no test expects '{longest}'"


# Between them these have all ops.
PROGRAMS = ("tensors/elementwise.py", "tensors/empty_tensors.py",
            "tensors/composed.py", "modules/convolutions.py",
            "modules/cells.py", "random/rng_state.py")
# What a derivative is asked by, which has tests of its own, and what only
# passes make.
OTHERS = {"nn." + name for name in (
    "attention_grad", "conv_weight", "cotangents", "depends", "detach", "gradient",
    "optimization_barrier", "overwrite", "straight_through",
    "with_derivative")}


def check_numeric(source, tablegen, tinec):
    found = set()
    for program in PROGRAMS:
        path = os.path.join(source, "test", "e2e", program)
        ran = subprocess.run([tinec, path, "--emit=nn", "-o", "-"],
                             capture_output=True, text=True, check=True)
        found.update(NAME.findall(ran.stdout))
    for dialect, path, ops in dialects(source, tablegen):
        if dialect != "nn":
            continue
        for _, spelled, _ in ops:
            if spelled not in found | OTHERS:
                yield f"{path}: error: none of PROGRAMS computes {spelled}"


def check_names(source, tablegen):
    definitions = records(source, tablegen, os.path.join(source, "dialects", "nn", "NN.td"))
    functions = {definitions[name]["function"]
                 for name in definitions["!instanceof"]["NN_Function"]}
    for path in sorted(glob.glob(os.path.join(source, "frontend", "**", "*.cpp"), recursive=True)):
        text = open(path).read()
        for found in re.finditer(r'"(nn\.\w+)"', text):
            if found[1] not in functions:
                line = text.count("\n", 0, found.start()) + 1
                yield f"{path}:{line}: error: {found[1]} is no elementwise op"


def main():
    kind, arguments = sys.argv[1], sys.argv[2:]
    check = {"passes": check_passes, "ops": check_ops,
             "negative": check_negative, "errors": check_errors,
             "numeric": check_numeric, "names": check_names}[kind]
    found = list(check(*arguments))
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
