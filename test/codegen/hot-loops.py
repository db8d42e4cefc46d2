# Products keep their sums in registers on every processor: the innermost loop of
# a tile stores nothing. Without registers for masks no store is masked.
# RUN: %python %s %tinec %t.py
import re
import subprocess
import sys

TINEC, PATH = sys.argv[1:]
PROGRAM = """import torch
import torch.nn.functional as F


def size(n: int):
    return torch.randint(n, n + 1, (1,)).item()


x = torch.randn(2, 64, 28, 28, requires_grad=True)
for w in [torch.randn(64, 64, 3, 3), torch.randn(64, 64, 1, 1)]:
    w.requires_grad_(True)
    F.relu(F.conv2d(x, w, torch.randn(64), padding=w.shape[2] // 2)).sum().backward()
    F.conv2d(x, w, stride=2).sum().backward()
F.conv2d(x, torch.randn(128, 16, 3, 3, requires_grad=True), groups=4).sum().backward()
y = torch.randn(2, 96, 7, 7)
print(F.conv2d(y, torch.randn(96, 96, 3, 3), padding=1).sum())
rows, inner, columns = size(203), size(301), size(403)
a, b = torch.randn(rows, inner), torch.randn(inner, columns)
print((a @ b).sum(), (a[:3] @ b).sum(), F.linear(a, b.t(), torch.randn(columns)).sum())
image = torch.randn(1, inner, rows, rows)
print(F.conv2d(image, torch.randn(columns, inner, 3, 3)).sum())
print(F.linear(torch.randn(100, 96), torch.randn(83, 96), torch.randn(83)).sum())
print((a.double() @ b.double()).sum())
q = torch.randn(2, 3, 50, 20, requires_grad=True)
F.scaled_dot_product_attention(q, q, q, is_causal=True).sum().backward()
"""
FLOATS = r"[xyz]mm\d+"
MULTIPLY = re.compile(r"v?(fmadd\d+|mul)p[sd]\b")
SPREAD = re.compile(r"v?(broadcasts|movddup|shufps\s+\$0,|unpcklpd)|.*\{1to\d+\}")
STORE = re.compile(rf"v?mov\w*\s+%{FLOATS}, [^%]*\(")
MASKED_STORE = re.compile(rf"vmaskmov\w*\s+%{FLOATS}, %{FLOATS}, [^%]*\(")


def straight_loops(lines):
    """The instructions of each loop that has no other label or jump in it."""
    body, label = [], None
    for line in lines:
        jump = re.match(r"j\w+\s+(\S+)$", line)
        if line.endswith(":"):
            body, label = [], line[:-1]
        elif jump:
            if jump[1] == label:
                yield body
            label = None
        elif label and line:
            body.append(line)


def is_tile(loop):
    """Sums of products of vectors with numbers that all lanes have."""
    products = sum(bool(MULTIPLY.match(line)) for line in loop)
    return products >= 8 and 5 * sum(bool(SPREAD.match(line)) for line in loop) > products


with open(PATH, "w") as file:
    file.write(PROGRAM)
failures = []
for cpu in ("x86-64-v2", "x86-64-v3", "x86-64-v4"):
    assembly = subprocess.run([TINEC, PATH, "--mcpu=" + cpu, "--emit=asm", "-o", "-"],
                              capture_output=True, text=True, check=True).stdout
    code = [line.split("#")[0].strip() for line in assembly.splitlines()]
    tiles = [loop for loop in straight_loops(code) if is_tile(loop)]
    if len(tiles) < 20:
        failures.append(f"{cpu}: only {len(tiles)} tiles found")
    for tile in tiles:
        if any(STORE.match(line) for line in tile):
            failures.append(f"{cpu}: a tile stores\n  " + "\n  ".join(tile))
    failures += [f"{cpu}: {line}" for line in code if MASKED_STORE.match(line)]
if failures:
    sys.exit("\n".join(failures))
