# Programs that no person writes are refused with a message, or compiled, in
# bounded time and memory.
# RUN: rm -rf %t && mkdir %t && %python %s %tinec %t
"""Every program is compiled alone. Refused means: exit status 1, a message
with file, line, column, source line and caret, and no output file."""
import os
import re
import resource
import subprocess
import sys

SECONDS, MEGABYTES = 10, 2000
TINEC, FOLDER = sys.argv[1:3]
ONLY = sys.argv[3:]
# Sanitizers need more of both, and of the stack, so that recursion meets the
# same limits.
SLOW = 10 if os.environ.get("ASAN_OPTIONS") else 1
if SLOW > 1:
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    wanted_stack = 64 << 20
    if most == resource.RLIM_INFINITY or most > wanted_stack:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted_stack, most))

MODULE = """import torch
import torch.nn as nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])
    def forward(self, x):
        return x
"""
SCRIPT = "import torch\n@torch.jit.script\n"
failures = []


class Result:
    """What became of one program."""

    def __init__(self, name, source):
        self.name = name
        self.path = os.path.join(FOLDER, name + ".py")
        self.output = os.path.join(FOLDER, name)
        self.problems = []
        if isinstance(source, str):
            source = source.encode()
        with open(self.path, "wb") as file:
            file.write(source)
        start = self.processor()
        process = subprocess.Popen(
            [TINEC, "-O0", self.path, "-o", self.output],
            stdout=subprocess.DEVNULL,
            stderr=open(self.path + ".log", "wb"))
        try:
            process.wait(timeout=6 * SECONDS * SLOW)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self.seconds = self.processor() - start
        self.status = process.returncode
        with open(self.path + ".log", errors="replace") as file:
            self.log = file.read()
        self.expect(self.seconds < SECONDS * SLOW,
                    f"took {self.seconds:.1f} s")
        self.expect(len(self.log) < 100000, f"said {len(self.log)} bytes")
        self.expect("internal error" not in self.log, "internal error")
        self.expect("runtime error" not in self.log, "undefined behaviour")

    @staticmethod
    def processor():
        """Seconds of the children so far, whatever else the machine does."""
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def expect(self, condition, what):
        if not condition:
            self.problems.append(what)

    def end(self):
        print(f"{'FAIL' if self.problems else 'ok'}: {self.name} "
              f"({self.seconds:.1f} s)", flush=True)
        for problem in self.problems:
            print("  " + problem)
        if self.problems:
            print("  status", self.status)
            for line in self.log.splitlines()[:8]:
                print("  | " + line[:200])
            failures.append(self.name)
        for path in (self.path, self.output, self.path + ".log"):
            if os.path.exists(path):
                os.remove(path)


def wanted(name):
    return not ONLY or any(word in name for word in ONLY)


def refused(name, source, message, place=None):
    if not wanted(name):
        return
    result = Result(name, source)
    result.expect(result.status == 1, "is not refused")
    first = re.match(r"(.*):(\d+):(\d+): error: (.*)\n(.*)\n( *)(\^~*)",
                     result.log)
    result.expect(first, "no place, line and caret")
    if first:
        result.expect(re.search(message, first[4]),
                      f"expected /{message}/ in the message")
        result.expect(place in (None, f"{first[2]}:{first[3]}"),
                      f"expected the error at {place}")
        result.expect(len(first[5]) < 500, "a source line that is not cut")
    result.expect(not os.path.exists(result.output), "left an output file")
    result.end()


def accepted(name, source, printed=""):
    if not wanted(name):
        return
    result = Result(name, source)
    result.expect(result.status == 0, "is refused")
    if result.status == 0:
        run = subprocess.run([result.output], capture_output=True,
                             timeout=60, text=True)
        result.expect(run.returncode == 0, f"ran with {run.returncode}")
        result.expect(run.stdout == printed, f"printed {run.stdout[:200]!r}")
    result.end()


def nested(count, line):
    body = "".join("    " * i + line + "\n" for i in range(count))
    return body + "    " * count + "pass\n"


# Nesting.
refused("parentheses", "x = " + "(" * 10000 + "1" + ")" * 10000,
        "nested too deeply")
refused("lists", "x = " + "[" * 10000 + "1" + "]" * 10000,
        "nested too deeply")
refused("list-types", "from typing import List\nx: " + "List[" * 5000
        + "int" + "]" * 5000 + " = []", "nested too deeply")
refused("ifs", nested(10000, "if True:"), "nested too deeply|indent")
refused("loops", nested(300, "for i in range(2):"), "nested too deeply")
accepted("ifs-100", nested(100, "if True:"))
accepted("lists-150", "x = " + "[" * 150 + "1" + "]" * 150 + "\nprint(len(x))",
         "1\n")
accepted("parentheses-150", "x = " + "(" * 150 + "1" + ")" * 150
         + "\nprint(x)", "1\n")

# Chains.
for op in ("+", "-", "*", "//", "@", "<<", "and not", "|"):
    left = "1 and not 0" if op == "and not" else "1"
    name = "chain-" + {"+": "add", "-": "sub", "*": "mul", "//": "div",
                       "@": "matmul", "<<": "shift", "and not": "and",
                       "|": "or"}[op]
    if op == "and not":
        accepted(name, "x = True" + " and not False" * 9999
                 + "\nprint(x)", "True\n")
        continue
    refused(name, "x = 1" + f" {op} 1" * 9999, "nested too deeply")
accepted("chain-or-lazily", "x = False" + " or False" * 9999 + "\nprint(x)",
         "False\n")
accepted("chain-compare", "x = 0" + " <= 0" * 9999 + "\nprint(x)", "True\n")
refused("chain-power", "x = 1" + " ** 1" * 9999, "nested too deeply")
refused("chain-calls", "x = f" + "()" * 9999, "nested too deeply")
refused("chain-attributes", "x = a" + ".b" * 9999, "nested too deeply")
refused("chain-elif", "x = 1\nif x == 0:\n    pass\n" + "elif x == 2:\n"
        "    pass\n" * 9999, "nested too deeply")
RUNTIME = (SCRIPT + "def f(x: torch.Tensor, n: int):\n    k = int(x.sum())\n"
           "    b = k == 3\n")
for count in (200, 3000):
    for word in ("and", "or"):
        source = (RUNTIME + "    return b" + f" {word} k == n" * count
                  + "\nprint(f(torch.ones(3), 3))\n")
        if count < 1000:
            accepted(f"unknown-{word}-{count}", source, "True\n")
        else:
            refused(f"unknown-{word}-{count}", source, "nested")
refused("unknown-compare", RUNTIME + "    return k" + " <= k" * 9999
        + "\nprint(f(torch.ones(3), 3))\n", "nested")
refused("unknown-conditional", RUNTIME + "    return "
        + "1 if k == 0 else " * 150 + "0\nprint(f(torch.ones(3), 3))\n"
        + "x = " + "1 if k else " * 9999 + "1\n", "nested too deeply")
accepted("unknown-conditional-150", RUNTIME + "    return "
         + "1 if k == 0 else " * 150 + "7\nprint(f(torch.ones(3), 3))\n",
         "7\n")
accepted("unknown-elif-150", RUNTIME + "    if k == 0:\n        return 0\n"
         + "".join(f"    elif k == -{i}:\n        n += {i}\n"
                   for i in range(1, 150))
         + "    return n\nprint(f(torch.ones(3), 3))\n", "3\n")
accepted("unknown-returns", RUNTIME
         + "".join(f"    if k == -{i}:\n        return {i}\n"
                   for i in range(1, 150))
         + "    return n\nprint(f(torch.ones(3), 3))\n", "3\n")
refused("unknown-returns-5000", RUNTIME
        + "".join(f"    if k == -{i}:\n        return {i}\n"
                  for i in range(1, 5000))
        + "    return n\nprint(f(torch.ones(3), 3))\n", "nested")

# Displays, literals.
refused("list-million", "x = [" + "1, " * 1000000 + "]\nprint(len(x))\n",
        "more than 100,000 elements", "1:5")
refused("tuple-million", "x = (" + "1, " * 1000000 + ")\nprint(len(x))\n",
        "more than 100,000 elements", "1:5")
refused("dict-million", "x = {" + "".join(f"{i}: 1, " for i in range(1000000))
        + "}\nprint(len(x))\n", "more than", "1:5")
refused("tensor-million", "import torch\nx = torch.tensor([" + "1, " * 1000000
        + "])\nprint(x.sum())\n", "more than 100,000 elements")
accepted("list-many", "x = [" + "1, " * 20000 + "]\nprint(len(x))\n",
         "20000\n")
accepted("dict-many", "x = {" + "".join(f"{i}: 1, " for i in range(20000))
         + "}\nprint(len(x), x[777])\n", "20000 1\n")
accepted("tensor-many", "import torch\nx = torch.tensor([" + "1, " * 20000
         + "])\nprint(x.sum())\n", "tensor(20000)\n")
refused("list-repeated", "x = [0] * 10**12\nprint(len(x))\n", "more than")
refused("list-repeated-twice",
        "x = [0] * 10000\ny = x * 10000\nprint(len(y))\n", "more than")
refused("list-doubled", "x = [0]\n" + "x = x + x\n" * 60 + "print(len(x))\n",
        "more than")
refused("tuple-doubled", "x = (0,)\n" + "x = x + x\n" * 60 + "print(len(x))\n",
        "more than")
refused("tuple-nested", "x = (0, 0)\n" + "x = (x, x)\n" * 100
        + "print(x)\n", "more than|too large|nested")
refused("string-repeated", "x = 'a' * 10**12\nprint(len(x))\n", "too long")
refused("string-doubled", "x = 'ab'\n" + "x = x + x\n" * 60 + "print(x)\n",
        "too long")
accepted("string-10-megabytes", "x = '" + "a" * 10**7 + "'\nprint(len(x))\n",
         "10000000\n")
accepted("string-printed", "x = '" + "a" * 10**6 + "'\nprint(x)\n",
         "a" * 10**6 + "\n")
accepted("int-minimum", "x = -9223372036854775808\nprint(x)\n",
         "-9223372036854775808\n")
accepted("int-maximum", "x = 9223372036854775807\nprint(x)\n",
         "9223372036854775807\n")
refused("int-too-large", "x = 9223372036854775808\n", "does not fit 64 bits",
        "1:5")
refused("int-too-small", "x = -9223372036854775809\n", "does not fit 64 bits")
refused("int-minimum-negated", "x = - -9223372036854775808\nprint(x)\n",
        "64 bits")
refused("int-minimum-binary", "x = 1-9223372036854775808\nprint(x)\n",
        "64 bits")
refused("int-huge", "x = " + "9" * 1000000 + "\n", "64 bits")
refused("int-hex", "x = 0x" + "f" * 1000000 + "\n", "64 bits")
refused("int-power", "x = 10 ** 10 ** 10\nprint(x)\n", "64 bits")
refused("int-shift", "x = 1 << 1000000000000\nprint(x)\n", "64 bits")
refused("int-shift-negative", "x = 1 << -1\nprint(x)\n", "negative shift count")
refused("int-sum", "x = 9223372036854775807 + 1\nprint(x)\n", "64 bits")
refused("int-product", "x = 2**62 * 2\nprint(x)\n", "64 bits")
accepted("int-powers", "print((-2)**63, 2**62, (-1)**1000000001, 0**0)\n",
         "-9223372036854775808 4611686018427387904 -1 1\n")
accepted("int-shifts", "print(1 << 62, -1 << 62 >> 63, 5 >> 1000, 0 << 99)\n",
         "4611686018427387904 -1 0 0\n")
refused("power-of-zero", "x = 0.0 ** -1\nprint(x)\n", "negative power")
refused("power-complex", "x = (-8.0) ** 0.5\nprint(x)\n", "complex")
refused("int-minimum-divided", "x = -9223372036854775808 // -1\nprint(x)\n",
        "64 bits")
accepted("int-minimum-remainder", "x = -9223372036854775808 % -1\nprint(x)\n",
         "0\n")
refused("int-abs", "x = abs(-9223372036854775808)\nprint(x)\n", "64 bits")
refused("int-of-infinity", "x = int(float('inf'))\nprint(x)\n",
        "infinity to integer")
refused("int-of-nan", "x = int(float('nan'))\nprint(x)\n", "NaN to integer")
refused("int-of-float", "x = int(1e300)\nprint(x)\n", "64 bits")
accepted("float-huge", "x = 1e999\nprint(x)\n", "inf\n")
accepted("float-small", "x = 1e-999\nprint(x)\n", "0.0\n")
accepted("float-digits", "x = 0." + "1" * 1000000 + "\nprint(x)\n",
         "0.1111111111111111\n")
refused("float-power", "x = 10.0 ** 1000\nprint(x)\n", "out of range")

# Loops.
refused("modules", MODULE + "m = M()\nx = torch.ones(2)\n"
        "for i in range(10**12):\n    x = m.layers[i % 2](x)\nprint(x)\n",
        "1000000000000 iterations")
refused("modules-4096", MODULE + "m = M()\nx = torch.ones(2)\n"
        "for i in range(5000):\n    x = m.layers[i % 2](x)\nprint(x)\n",
        "5000 iterations")
refused("modules-made", MODULE
        + "x = [nn.Linear(2, 2) for i in range(10**12)]\nprint(len(x))\n",
        "iterations|more than")
refused("modules-nested", MODULE + "m = M()\nx = torch.ones(2)\n"
        "for i in range(2000):\n  for j in range(2000):\n"
        "    for k in range(2000):\n"
        "      x = m.layers[(i + j + k) % 2](x)\nprint(x)\n",
        "steps|iterations")
refused("constructor", "import torch\nimport torch.nn as nn\n"
        "class M(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.layers = nn.ModuleList([])\n"
        "        for i in range(10**12):\n"
        "            self.layers.append(nn.Linear(2, 2))\n"
        "M()\n", "iterations|grows")
# TorchScript has copies of a list that stands in several places.
refused("scripted-lists", "import torch\nimport torch.nn as nn\n"
        "class M(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        a = [1, 2]\n"
        "        for i in range(26):\n            a = [a, a]\n"
        "        self.a = a\n    def forward(self, x):\n        return x\n"
        "torch.jit.script(M())\n", "steps")
refused("zeros-of-lists", "x = [[0] for i in range(3)]\n"
        "for i in range(10**12):\n    x = (x, x)\nprint(len(x))\n",
        "iteration|type|nested")
# A list of as many elements is a matter of run time.
refused("elements-of-unrolled", MODULE
        + "a = [nn.Linear(1, 1)] * 4000\nx = torch.ones(1)\n"
        "for m in a:\n    for n in a:\n        x = n(m(x))\nprint(x)\n",
        "steps")

# Recursion.
refused("recursion-script", SCRIPT + "def f(x: int) -> int:\n"
        "    return f(x - 1)\nprint(f(1))\n", "recursive")
refused("recursion-python", "def f(x):\n    return f(x)\nprint(f(1))\n",
        "nested more than|recursive")
refused("recursion-mutual", "def f(x):\n    return g(x)\ndef g(x):\n"
        "    return f(x)\nprint(f(1))\n", "nested more than|recursive")
refused("recursion-lambda", "f = lambda x: f(x)\nprint(f(1))\n",
        "nested more than|recursive")
refused("recursion-exponential", "def f(x):\n    return f(x) + f(x)\n"
        "print(f(1))\n", "nested more than|recursive")
refused("recursion-method", "class A:\n    def f(self):\n"
        "        return self.f()\nprint(A().f())\n",
        "nested more than|recursive")
refused("recursion-constructor", "class A:\n    def __init__(self):\n"
        "        self.a = A()\nprint(A())\n", "nested more than|recursive")
refused("recursion-module", "import torch\nclass A(torch.nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n"
        "        self.a = A()\nprint(A())\n", "nested more than|recursive")
refused("recursion-forward", "import torch\nclass A(torch.nn.Module):\n"
        "    def forward(self, x):\n        return self(x)\n"
        "print(A()(torch.ones(1)))\n", "nested more than|recursive")
refused("recursion-getattr", "class A:\n    def __getattr__(self, name):\n"
        "        return self.b\nprint(A().c)\n",
        "nested more than|recursive|no attribute|__getattr__")
refused("recursion-str", "class A:\n    def __str__(self):\n"
        "        return str(self)\nprint(A())\n", "nested more than|recursive")
refused("recursion-eq", "class A:\n    def __eq__(self, o):\n"
        "        return self == o\nprint(A() == A())\n",
        "nested more than|recursive")
refused("recursion-len", "class A:\n    def __len__(self):\n"
        "        return len(self)\nprint(len(A()))\n",
        "nested more than|recursive")
refused("recursion-iter", "class A:\n    def __iter__(self):\n"
        "        return self\nfor x in A():\n    print(x)\n",
        "non-iterator")
refused("recursion-fork", "import torch\ndef f(x):\n"
        "    return torch.jit.wait(torch.jit.fork(f, x))\n"
        "print(f(torch.ones(1)))\n", "nested more than|recursive")
refused("recursion-default", "def f(x):\n    def g(y):\n        return f(y)\n"
        "    return g(x)\nprint(f(1))\n", "nested more than|recursive")
refused("recursion-property", "class A:\n    @property\n    def f(self):\n"
        "        return self.f\nprint(A().f)\n", "nested more than|recursive")
refused("calls-exponential", "def f0(x):\n    return x + 1\n"
        + "".join(f"def f{i}(x):\n    return f{i - 1}(f{i - 1}(x))\n"
                  for i in range(1, 64)) + "print(f63(1))\n",
        "steps")
refused("calls-exponential-lambda", "f0 = lambda x: x + 1\n"
        + "".join(f"f{i} = lambda x: f{i - 1}(f{i - 1}(x))\n"
                  for i in range(1, 64)) + "print(f63(1))\n",
        "steps")
refused("list-of-itself", "x = [1]\nx.append(x)\nprint(x)\n", "holds itself")
refused("list-in-itself", "x = [[]]\nx[0] = x\nprint(x)\n", "holds itself")
refused("dict-of-itself", "x = {}\nx[1] = x\nprint(x)\n", "holds itself")
refused("object-of-itself", "class A:\n    pass\na = A()\na.a = a\n"
        "b = [a, a]\nprint(a.a.a.a is a)\nprint(a.b)\n", "attribute")
refused("module-of-itself", "import torch\nm = torch.nn.Sequential()\n"
        "m.append(m)\nprint(m)\n", "")
refused("inheritance-of-itself", "class A(A):\n    pass\n", "not defined")
accepted("inheritance-deep", "class A0:\n    def f(self):\n        return 7\n"
         + "".join(f"class A{i}(A{i - 1}):\n    pass\n"
                   for i in range(1, 1000)) + "print(A999().f())\n", "7\n")
refused("inheritance-super", "class A0:\n    def f(self):\n        return 7\n"
        + "".join(f"class A{i}(A{i - 1}):\n    def f(self):\n"
                  "        return super().f()\n"
                  for i in range(1, 1000)) + "print(A999().f())\n",
        "nested more than")
accepted("inheritance-wide", "".join(f"class A{i}:\n    pass\n"
                                     for i in range(300))
         + "class B(" + ", ".join(f"A{i}" for i in range(300)) + "):\n"
         "    pass\nB()\n")
accepted("inheritance-diamonds", "class A0:\n    def f(self):\n"
         "        return 7\n"
         + "".join(f"class B{i}(A{i - 1}):\n    pass\n"
                   f"class C{i}(A{i - 1}):\n    pass\n"
                   f"class A{i}(B{i}, C{i}):\n    pass\n"
                   for i in range(1, 40)) + "print(A39().f())\n", "7\n")

# Tensors.
refused("tensor-huge", "import torch\nx = torch.zeros(2**40, 2**40)\n"
        "print(x.sum())\n", "too large|too long")
refused("tensor-huge-list", "import torch\nx = torch.ones([2**40, 2**40])\n"
        "print(x.sum())\n", "too large|too long")
refused("tensor-huge-expanded", "import torch\n"
        "x = torch.ones(1).expand(2**40, 2**40)\nprint(x.sum())\n",
        "too large|too long")
refused("tensor-huge-empty", "import torch\n"
        "x = torch.ones(0, 2**40, 2**40)\nprint(x.sum())\n",
        "too large|[Ss]tride")
refused("tensor-huge-step", "import torch\n"
        "x = torch.ones(4, 4)\nprint(x[::2**61].t())\n", "step")
refused("tensor-huge-steps", "import torch\nx = torch.ones(4, 4)\n"
        "y = x[x[:, 0] > 0]\nprint(y[::2**31][::2**31][::2**31])\n", "step")
accepted("tensor-long-step", "import torch\nx = torch.ones(4, 4)\n"
         "print(x[::2**31].stride(), x[:, 1::9].shape)\n",
         "(8589934592, 1) torch.Size([4, 1])\n")
refused("tensor-huge-windows", "import torch\n"
        "print(torch.ones(4, 4).unfold(0, 2, 2**62))\n", "step")
refused("tensor-huge-stride", "import torch\n"
        "print(torch.ones(4).as_strided((2, 2), (2**62, 2**62)))\n",
        "too large|out of bounds")
refused("tensor-negative-place", "import torch\n"
        "print(torch.ones(4).as_strided((2,), (1,), -1))\n",
        "invalid storage offset")
refused("tensor-huge-split", "import torch\n"
        "print(torch.ones(4).split([2**62, 2**62]))\n", "sum exactly")
refused("tensor-negative-split", "import torch\n"
        "print(torch.ones(4).split([-1, 5]))\n", "non-negative")
refused("tensor-huge-product", "import torch\n"
        "x = torch.ones(2**32, 1) + torch.ones(1, 2**32)\nprint(x.sum())\n",
        "too large|too long")
refused("tensor-huge-repeated", "import torch\n"
        "x = torch.ones(2**20).repeat(2**40)\nprint(x.sum())\n",
        "too large|64 bits")
refused("tensor-huge-range", "import torch\n"
        "x = torch.arange(2**62)\nprint(x.sum())\n",
        "too large|too long")
refused("tensor-huge-layer", "import torch\n"
        "x = torch.nn.Linear(2**40, 2**40)\nprint(x.weight.sum())\n",
        "too large|too long")
refused("tensor-negative", "import torch\nx = torch.zeros(-1)\nprint(x)\n",
        "negative dimension -1")
refused("tensor-negative-later", "import torch\nx = torch.zeros(3, -2)\n"
        "print(x)\n", "negative dimension -2")
refused("tensor-negative-range", "import torch\nx = torch.arange(0, 5, -1)\n"
        "print(x)\n", "bound|sign|step")
refused("tensor-zero-step", "import torch\nx = torch.arange(0, 5, 0)\n"
        "print(x)\n", "nonzero|zero")
refused("tensor-view", "import torch\nx = torch.ones(4).view(-1, -1)\n"
        "print(x)\n", "one")
refused("tensor-view-zero", "import torch\n"
        "x = torch.ones(0).view(-1, 0)\nprint(x)\n", "is invalid for input of size 0")
refused("tensor-rank", "import torch\nx = torch.ones("
        + "1, " * 10000 + ")\nprint(x.dim())\n", "dimensions")
accepted("tensor-rank-14", "import torch\nx = torch.ones("
         + "1, " * 14 + ")\nprint(x.dim())\n", "14\n")
refused("tensor-ragged", "import torch\nx = torch.tensor([[1], [1, 2]])\n",
        "equal lengths")
refused("tensor-unfold", "import torch\nx = torch.ones(5)\n"
        "for i in range(10):\n    x = x.unsqueeze(0).repeat(" + "2, " * 60
        + ")\nprint(x)\n", "at most 14 dimensions")
accepted("tensor-empty", "import torch\nx = torch.zeros(0, 2**40)\n"
         "print(x.numel())\n", "0\n")

# Bytes.
refused("not-utf8", b"x = '\xff'\n", "UTF-8", "1:6")
refused("nul", b"x = 1\0\n", "NUL", "1:6")
refused("utf16", "x = 1\n".encode("utf-16"), "UTF-8")
refused("binary", bytes(range(256)) * 100, "NUL|UTF-8|expected")
accepted("empty", "")
accepted("comment", "# nothing\n")
accepted("carriage-returns", "x = 1\r\nprint(x)\r\n", "1\n")
refused("open-string", "x = '''" + "a" * 1000000, "end of file|string|never")
refused("one-line", "x = 1; " * 100000 + "y", "not defined")

# Imports.
refused("import-itself", "import import_itself\nprint(import_itself.x)\n",
        "is not supported", "2:7")
refused("import-missing", "import nothing.at.all\nprint(nothing.at.x)\n",
        "is not supported", "2:7")
refused("import-file", "import os\nos.execv('x', [])\n", "has no 'execv'", "2:1")
refused("import-deep", "import " + ".".join(["torch"] * 5000) + "\nprint(torch.torch.x)\n",
        "that Tine supports")
refused("import-library",
        "import torch.nn.modules.rnn.rnn.rnn\nprint(torch.nn.modules.rnn.rnn.rnn)\n",
        "that Tine supports")
refused("main-missing", "if __name__ == '__main__':\n    main()\n",
        "'main' is not defined", "2:5")

# A name for everything.
accepted("names-many", "".join(f"x{i} = {i}\n" for i in range(20000))
         + "print(x777)\n", "777\n")
accepted("functions-many", "".join(f"def f{i}(x):\n    return x + {i}\n"
                                   for i in range(5000))
         + "print(f777(1))\n", "778\n")
refused("parameters-many", "def f(" + ", ".join(f"a{i}" for i in range(5000))
        + "):\n    return a0\nf()\n", "a0")
accepted("parameters-500", "def f(" + ", ".join(f"a{i}" for i in range(500))
         + "):\n    return a499\nprint(f("
         + ", ".join(str(i) for i in range(500)) + "))\n", "499\n")
refused("name-long", "a" * 1000000 + "\n", "not defined")
refused("star-expanded", "def f(*a):\n    return f(*a, *a)\nf(1)\n",
        "more than|nested|recursive")

# Found by the fuzz target.
refused("fuzz-reshape", "import torch\n"
        "a = torch.arange(3.0).reshape(3, 9223372036854775807)\n", "is invalid")
refused("fuzz-randint", "import torch\nprint(torch.randint((), 100, (4,)))\n",
        "to int", "2:7")
refused("fuzz-library-in-loop", "import torch.nn as nn\n"
        "for i in range(3):\n    m = nn.LSTM(4, 3)\nm(x)\n",
        "'x' is not defined|variable 'm'")
accepted("fuzz-library-in-branch", SCRIPT + "def f(x):\n    y = x\n"
         "    for i in range(3):\n        y = torch.nn.functional.relu(y - 1)\n"
         "    return y\nprint(f(torch.ones(2) * 5))\n",
         "tensor([2., 2.])\n")
refused("fuzz-dead-condition", SCRIPT + "def f(k: torch.Tensor) -> int:\n"
        "    i = 0\n    while i < int(k):\n        i += 1\n    return i\n"
        "print(f(torch.tensor(())))\n", "", "5:15")
refused("fuzz-recurrent-dtype", "import torch\nl = torch.nn.LSTM(4, 3)\n"
        "l(torch.ones(3, 2, 4).long())\n", "dtype", "3:1")

peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
print(f"at most {peak:.0f} MB")
if peak > MEGABYTES * SLOW:
    failures.append("memory")
if failures:
    sys.exit("failed: " + " ".join(failures))
