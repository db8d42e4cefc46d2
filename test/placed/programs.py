#!/usr/bin/env python3
"""Makes programs that place work on devices, each from a number.

usage: programs.py SEED [--plain] [PART ...]     prints the program

A program has parts, which follow from its number; PART (0, 1, ...) prints those
alone. There are two texts of each: the one that Tine compiles, and the one that
PyTorch runs (--plain), without devices. What moves between devices is a copy
there, too: a change in place of one is not seen in the other.
"""
import hashlib
import random
import re
import sys

HEAD = """import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import Dict, List
from torch import Tensor

torch.manual_seed({seed})

def plain(x, y):
    z = torch.tanh(x) * 0.5 + y
    return z - z.mean()

def chooses(x, y):
    if x.sum() > y.sum():
        return torch.sin(x)
    return y * 0.25

def pairs(x, y):
    return torch.minimum(x, y), x.sum()

def changes(x, y):
    x.mul_(0.5)
    x += torch.tanh(y)
    return x

@torch.jit.script
def counted(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        x = torch.sin(x) + i * 0.125
        if bool(x.sum() > 3.0):
            break
    return x

@torch.jit.script
def grown(x: Tensor, n: int) -> List[Tensor]:
    rows: List[Tensor] = []
    for i in range(n):
        rows.append(x * (i + 1) * 0.25)
    return rows

@torch.jit.script
def forked(x: Tensor, y: Tensor) -> Tensor:
    job = torch.jit.fork(counted, x, 3)
    z = torch.cos(y)
    return torch.jit.wait(job) + z

def gives(n):
    return int((torch.arange(9) < n).sum())

class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.register_buffer("seen", torch.zeros(4))
        self.last = torch.zeros(3, 4)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.seen += x.detach().mean(0)
        self.last = torch.tanh(self.layer(x)).detach()
        return self.last * 0.5 + self.seen

def block(width=4):
    return nn.Sequential(nn.Linear(4, width), nn.BatchNorm1d(width), nn.ReLU(),
                         nn.Linear(width, 4))
"""
SHAPES = {"m": "3, 4", "v": "4", "s": ""}


def both(tine, plain):
    """Text that is one thing for Tine, another for PyTorch."""
    return f"\x01{tine}\x02{plain}\x03"


def for_tine(text):
    return re.sub("\x01([^\x02]*)\x02([^\x03]*)\x03", r"\1", text)


def for_pytorch(text):
    return re.sub("\x01([^\x02]*)\x02([^\x03]*)\x03", r"\2", text)


class Part:
    """One part of a program: lines that use nothing of other parts.

    `live` has the variables: a list of (name, kind, device); kinds are m, v, s
    (tensors of 3x4, of 4, of no dimension), d (rows of 4, as many as the run
    finds), L and R (lists of m; R is made at run time), D (a dict of v), and M
    (a module, from m to m).
    """

    def __init__(self, generator, devices):
        self.g, self.devices = generator, devices
        self.lines, self.live, self.count = [], [], 0
        self.indent = ""
        self.fixed = False  # whether a branch or loop may not add variables
        self.depth = 0

    # ---- Names

    def put(self, text):
        self.lines += [self.indent + line for line in text.split("\n")]

    def name(self, kind):
        self.count += 1
        return f"{kind.lower()}{self.count}"

    def make(self, kind, device, text):
        name = self.name(kind)
        self.put(f"{name} = {text}")
        self.live.append((name, kind, device))
        return name

    def find(self, kinds, device=None):
        """A variable, or None."""
        found = [v for v in self.live
                 if v[1] in kinds and device in (None, v[2])]
        return self.g.choice(found) if found else None

    def device(self):
        return self.g.choice(self.devices + ["cpu"] * (self.g.random() < 0.3))

    # ---- Expressions

    def move(self, text, source, target):
        """The tensor on another device."""
        if source == target:
            return text
        forms = [f".to('{target}')", f".to(torch.device('{target}'))",
                 f".to('{target}', non_blocking=True)"]
        other = self.find("mvs", target)
        if other:
            forms.append(f".to({other[0]}.device)")
        if target == "cpu":
            forms += [".cpu()"] * 3
        else:
            forms += [f".cuda({target[5:]})"]
        return text + both(self.g.choice(forms), ".to('cpu', copy=True)")

    def at(self, device):
        return both(f", device='{device}'", "") if device != "cpu" else ""

    def fresh(self, kind, device):
        g, shape = self.g, SHAPES[kind]
        number = round(g.uniform(-1, 2), 2)
        if g.random() < 0.2:
            return f"torch.full(({shape}{',' if shape else ''}), {number}" \
                   f"{self.at(device)})"
        if g.random() < 0.2:
            return f"torch.randn(({shape}{',' if shape else ''})" \
                   f"{self.at(device)})"
        if kind == "s":
            return f"torch.tensor({number}{self.at(device)})"
        if kind == "v" and g.random() < 0.4:
            return f"torch.tensor([0.5, {number}, -1.0, 0.25]" \
                   f"{self.at(device)})"
        size = {"m": "12", "v": "4"}[kind]
        made = f"torch.arange({size}.0{self.at(device)})"
        if g.random() < 0.5:
            made = self.move(f"torch.arange({size}.0)", "cpu", device)
        return f"({made}.view({shape}) * 0.125 - {abs(number)})"

    def leaf(self, kind, device):
        found = self.find(kind, device)
        if found and self.g.random() < 0.8:
            return found[0]
        other = self.find(kind)
        if other and self.g.random() < 0.7:
            return self.move(other[0], other[2], device)
        if kind == "d":
            return f"{self.leaf('m', device)}[1:]"
        return self.fresh(kind, device)

    def value(self, kind, device, depth=2):
        """Text of an expression of a kind on a device."""
        g = self.g
        if depth <= 0 or g.random() < 0.2:
            return self.leaf(kind, device)
        a = self.value(kind, device, depth - 1)
        if g.random() < 0.15 and len(self.devices) > 1:
            other = self.device()
            return self.move(f"({self.value(kind, other, depth - 1)})", other,
                             device)
        forms = [f"torch.tanh({a})", f"torch.relu({a})", f"({a} * 0.5)",
                 f"(-{a})", f"torch.sin({a})", f"({a} + 1)",
                 f"{a}.clamp(-1, 1)"]
        if kind != "d":
            b = self.leaf(kind, device)
            forms += [f"({a} + {b})", f"({a} - {b})", f"torch.maximum({a}, {b})",
                      f"torch.where({a} > {b}, {a}, {b} * 0.5)",
                      f"plain({a}, {b})", f"chooses({a}, {b})",
                      f"pairs({a}, {b})[0]",
                      f"counted({a}, {g.randint(0, 4)})",
                      f"forked({a}, {b})",
                      f"torch.jit.wait(torch.jit.fork(plain, {a}, {b}))"]
        m = self.leaf("m", device)
        if kind == "m":
            forms += [f"({a} * {self.leaf('v', device)})",
                      f"torch.tanh({a} @ {m}.t() @ {m})",
                      f"{self.leaf('v', device)}.repeat(3, 1)",
                      f"({a} + {self.leaf('s', device)})",
                      f"torch.softmax({a}, 1)",
                      f"{a}.cumsum(0)", f"{a}.flip(1)",
                      f"torch.stack([{self.leaf('v', device)}, {m}[1], {m}[0]])"]
        if kind == "v":
            forms += [f"{m}.sum(0)", f"{m}[{g.randint(-3, 2)}]", f"{m}.mean(0)",
                      f"{m}.max(0)[0]", f"{self.leaf('d', device)}.sum(0)",
                      f"{a}.sort()[0]"]
        if kind == "s":
            forms += [f"{m}.sum()", f"{m}[1, 2]", f"{self.leaf('v', device)}.max()",
                      f"{self.leaf('d', device)}.sum()", f"pairs({m}, {m})[1]"]
        if kind == "d":
            forms += [f"{m}[{m}[:, 0] > {g.choice([-1.0, 0.0, 0.25, 2.0])}]",
                      f"{m}[({m}.sum(1) > 0).nonzero().squeeze(1)]",
                      f"torch.cat([{a}, {m}])", f"{m}[:gives({g.randint(0, 3)})]"]
        return g.choice(forms)

    def small(self, text):
        return f"torch.tanh({text})"

    # ---- Statements

    def statement(self):
        g = self.g
        kinds = ["assign"] * 6 + ["print"] * 3 + [
            "in_place", "in_place", "view", "read", "list", "list_use",
            "list_use", "run_list", "dict", "fork", "call", "module", "rows"]
        if self.depth < 2:
            kinds += ["loop", "loop", "branch", "branch", "while", "tries"]
        getattr(self, "do_" + g.choice(kinds))()

    def body(self, count):
        """Statements of a branch or loop; what they make ends with it."""
        live, indent = list(self.live), self.indent
        self.indent += "    "
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.indent, self.live = indent, live
        self.depth -= 1

    def do_assign(self):
        kind = self.g.choice("mmmvvsd")
        old = self.find(kind)
        if old and (self.depth or self.g.random() < 0.4):
            name, _, device = old
            text = self.value(kind, device)
            self.put(f"{name} = {self.small(text)}")
            return
        device = self.device()
        text = self.value(kind, device)
        self.make(kind, device, text)

    def do_rows(self):
        device = self.device()
        name = self.make("d", device, self.value("d", device))
        self.put(self.g.choice([f"print({name}.shape)", f"print(len({name}))",
                                f"print({name}.size(0), {name}.shape[1])"]))

    def do_print(self):
        found = self.find("mvsdLRD")
        if not found:
            return
        name, kind, device = found
        if kind in "LR":
            forms = [f"print(len({name}))", f"print({name})",
                     f"print([t.sum().item() for t in {name}])"]
        elif kind == "D":
            forms = [f"print(sorted({name}.keys()))",
                     f"print({name}['a'].cpu())"]
        else:
            forms = [f"print({name})", f"print({name}.cpu())",
                     f"print('{name}', {name}.sum().item())",
                     f"print(f'{{{name}.mean().item():.3f}}')",
                     f"print({name}.tolist())", f"print(f'{{{name}}}')",
                     f"print({name}.shape, {name}.dtype)"]
        self.put(self.g.choice(forms))

    def do_read(self):
        found = self.find("mvs")
        if not found:
            return
        n = self.name("n")
        name = found[0]
        self.put(self.g.choice([
            f"{n} = int({name}.sum() * 2)\nprint({n}, {n} % 3)",
            f"{n} = {name}.max().item()\nprint({n} > 0.5, round({n}, 3))",
            f"{n} = float({name}.min())\nprint('%.3f' % {n})",
            f"{n} = bool({name}.sum() > 0.3)\nprint({n})",
            f"{n} = {name}.argmax().item()\nprint({n})",
            f"{n} = ({name} > 0.1).sum()\nprint({n})",
            f"{n} = ({name}.abs() < 0.7).all()\nprint({n}.item())"]))

    def do_in_place(self):
        found = self.find("mv")
        if not found:
            return
        name, kind, device = found
        g = self.g
        forms = [f"{name}.add_({self.leaf(kind, device)})\n{name}.clamp_(-2, 2)",
                 f"{name}.mul_(0.5)", f"{name} += 0.25",
                 f"{name}[{g.randint(0, 2)}] = {self.value(*(('v', device) if kind == 'm' else ('s', device)), 1)}",
                 f"{name}[1:3] *= 0.5", f"{name}.copy_({self.move(self.leaf(kind, device), device, device)})",
                 f"changes({name}, {self.leaf(kind, device)})",
                 f"{name}[{name} > 0.5] = 0.125",
                 f"{name}.fill_(0.75)", f"torch.add({name}, 1, out={name})"]
        other = self.find(kind)
        forms.append(f"{name}.copy_({other[0]})")
        self.put(g.choice(forms))

    def do_view(self):
        found = self.find("m")
        if not found or self.depth:
            return
        name, kind, device = found
        view = self.name("w")
        self.put(self.g.choice([
            f"{view} = {name}[1]", f"{view} = {name}.view(-1)[2:6]",
            f"{view} = {name}.t()[:, 0]", f"{view} = {name}.detach()[0]",
            f"{view} = {name}.to({name}.device)[2]"]))
        self.put(self.g.choice([
            f"{view}.add_(1)", f"{view}[0] = -1.0", f"{name}.mul_(0.5)",
            f"{view}.copy_({self.leaf('v', device)})"]))
        self.live.append((view, "v", device))

    def do_list(self):
        if self.depth:
            return
        device = self.device()
        items = ", ".join(self.value("m", device, 1)
                          for _ in range(self.g.randint(1, 3)))
        self.make("L", device, f"[{items}]")

    def do_run_list(self):
        if self.depth:
            return
        device, g = self.device(), self.g
        x = self.value("m", device, 1)
        if g.random() < 0.4:
            self.make("R", device, f"grown({x}, {g.randint(1, 4)})")
            return
        name = self.name("R")
        self.put(f"{name} = []\nfor i in range(gives({g.randint(1, 4)})):\n"
                 f"    {name}.append({x} * i)")
        self.live.append((name, "R", device))

    def do_list_use(self):
        found = self.find("LR")
        if not found:
            return
        name, kind, device = found
        g = self.g
        x = self.value("m", device, 1)
        changes = [f"{name}.append({x})", f"{name}[0] = {x}",
                   f"{name}[-1] = {name}[0] * 0.5", f"{name}[0].mul_(0.5)"]
        if not self.depth:
            changes += [f"{name}.append({x})\nprint({name}.pop().sum().item())",
                        f"{name}.insert(0, {x})", f"{name} = {name} + [{x}]"]
        reads = [f"torch.cat({name}).sum(0)", f"torch.stack({name}).sum(0)[0]",
                 f"{name}[0][1]", f"{name}[-1].sum(0)",
                 f"torch.stack(list({name}), 1).mean((0, 1))",
                 f"torch.cat([t * 2 for t in {name}], 1).flatten()[:4]",
                 f"sum([t.sum(0) for t in {name}])"]
        if g.random() < 0.5:
            self.put(g.choice(changes))
        else:
            self.make("v", device, g.choice(reads))

    def do_dict(self):
        g = self.g
        found = self.find("D")
        if found and g.random() < 0.7:
            name, _, device = found
            x = self.value("v", device, 1)
            self.put(g.choice([
                f"{name}['a'] = {x}", f"{name}['b'] = {name}['a'] + {x}",
                f"{name}['a'].add_(1)", f"{name}['a'] = {name}.get('c', {x})",
                f"for k, t in {name}.items():\n    print(k, t.sum().item())"]))
            return
        if self.depth:
            return
        device = self.device()
        self.make("D", device, f"{{'a': {self.value('v', device, 1)}, "
                  f"'z': {self.value('v', device, 1)}}}")

    def do_fork(self):
        device, g = self.device(), self.g
        a, b = self.value("m", device, 1), self.value("m", device, 1)
        if g.random() < 0.3 and not self.depth:
            jobs = self.name("j")
            self.put(f"{jobs} = [torch.jit.fork(plain, {a} * i, {b}) "
                     f"for i in range({g.choice(['3', 'gives(3)'])})]")
            self.make("v", device,
                      f"torch.stack([torch.jit.wait(j) for j in {jobs}])"
                      ".sum((0, 1))")
            return
        job = self.name("j")
        function = g.choice(["plain", "chooses", "forked"])
        self.put(f"{job} = torch.jit.fork({function}, {a}, {b})")
        for _ in range(g.randint(0, 2)):
            self.do_assign()
        self.make("m", device, f"torch.jit.wait({job})")

    def do_call(self):
        device, g = self.device(), self.g
        a, b = self.leaf("m", device), self.leaf("m", device)
        if g.random() < 0.5:
            x, y = self.name("m"), self.name("s")
            self.put(f"{x}, {y} = pairs({a}, {b})")
            self.live += [(x, "m", device), (y, "s", device)]
        else:
            self.make("m", device, f"chooses(plain({a}, {b}), {b})")

    def do_module(self):
        found = self.find("M")
        g = self.g
        if not found or (g.random() < 0.3 and not self.depth):
            if self.depth:
                return
            device = self.device()
            kind = g.choice(["block()", "Keeps()", "nn.Linear(4, 4)", "block(8)"])
            self.make("M", device, kind + both(
                g.choice([f".to('{device}')", f".to(device='{device}')"]), ""))
            return
        name, _, device = found
        x = self.value("m", device, 1)
        self.make("m", device, f"{name}({x}).detach()")
        if g.random() < 0.3:
            self.put(f"print([p.sum().item() for p in {name}.state_dict()"
                     ".values()])")

    def do_loop(self):
        g = self.g
        i = self.name("i")
        count = g.choice(["2", "3", "7", "gives(3)", "gives(0)", "gives(5)"])
        counter = self.find("s")
        if counter and g.random() < 0.2:
            count = f"max(0, min(3, int({counter[0]}.item())))"
        self.put(f"for {i} in range({count}):")
        if g.random() < 0.3:
            self.do_assign_in(f"{i} * 0.125")
        self.body(g.randint(1, 3))
        self.put("    pass")
        if g.random() < 0.3:
            self.exit_loop()

    def do_assign_in(self, number):
        found = self.find("mv")
        if found:
            self.put(f"    {found[0]} = torch.tanh({found[0]} + {number})")

    def exit_loop(self):
        found = self.find("mvs")
        if found:
            bound = self.g.choice(["1.0", "0.0", "-0.5"])
            word = self.g.choice(["break", "break", "continue"])
            self.put(f"    if {found[0]}.sum() > {bound}:\n        {word}\n"
                     f"    {found[0]} = torch.tanh({found[0]} + 0.5)")

    def do_branch(self):
        found = self.find("mvs")
        if not found:
            return
        self.put(f"if {found[0]}.{self.g.choice(['sum', 'max', 'mean'])}() > "
                 f"{self.g.choice(['0.5', '0.0', '-1.0', '3.0'])}:")
        self.body(self.g.randint(1, 2))
        self.put("    pass")
        if self.g.random() < 0.5:
            self.put("else:")
            self.body(self.g.randint(1, 2))
            self.put("    pass")

    def do_while(self):
        device = self.device()
        s = self.make("s", device, self.value("s", device, 1))
        self.put(f"{s} = torch.tanh({s})")
        self.put(f"{s}_steps = 0")
        self.put(f"while {s} < {self.g.choice(['2', '1.5', '0'])}:")
        # The body may always give the same.
        self.put(f"    {s}_steps += 1")
        self.put(f"    if {s}_steps == 20:\n        break")
        self.body(self.g.randint(0, 2))
        self.put(f"    {s} = {s}.clamp(-2, 2) + 0.75")
        self.put(f"    if {s} > 1:\n        {s} = {s} + 5")
        self.put(f"    {s} = {s}.abs()")

    def failing(self):
        """(line, the error it may raise)"""
        g = self.g
        device = self.device()
        m = self.leaf("m", device)
        rows = self.value("d", device, 1)
        index = g.choice([0, 2, 5, 9])
        return g.choice([
            (f"print({m}[gives({index})].sum().item())", "IndexError"),
            (f"print(({rows} + {m}).sum().item())", "RuntimeError"),
            (f"e = {m}.gather(1, torch.full((3, 1), {index}{self.at(device)}))\n"
             f"print(e.sum().item())", "RuntimeError"),
            (f"e = {rows} * {m}\nprint(e.sum().item())", "RuntimeError"),
            (f"e = {m}[gives({index})] * 2\nprint(e.cpu())", "IndexError"),
            (f"if {m}.sum() > 0.5:\n    raise ValueError('too much')",
             "ValueError"),
            (f"assert {m}.max() < 0.5, 'not small'", "AssertionError"),
            (f"e = {rows}.view(gives(2), 4)\nprint(e.sum().item())",
             "RuntimeError"),
            (f"e = F.embedding(torch.tensor([0, gives({index})]"
             f"{self.at(device)}), {m}).sum()\nprint(e.item())", "IndexError"),
            (f"e = [{m}, {m}][gives({index})]\nprint(e)", "IndexError")])

    def do_tries(self):
        line, error = self.failing()
        # What only the run raises, nothing can catch yet.
        while error not in ("ValueError", "AssertionError"):
            line, error = self.failing()
        self.put("try:")
        self.indent += "    "
        if self.g.random() < 0.5:
            self.do_in_place()
        if self.g.random() < 0.3:
            self.do_print()
        self.put(line)
        self.indent = self.indent[:-4]
        self.put(f"except {error}:\n    print('{error}')")

    def training(self):
        """Some steps of training over two devices."""
        g = self.g
        one, two = g.choice(self.devices), g.choice(self.devices)
        a, b, x, loss = (self.name(k) for k in "abxl")
        how = g.choice(["SGD(ps, lr=0.1)", "SGD(ps, lr=0.1, momentum=0.9)",
                        "Adam(ps, lr=0.05)", "own", "AdamW(ps, lr=0.02)"])
        # In front of a BatchNorm a gradient is rounding, which Adam blows up.
        other = ("nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 4))"
                 if "Adam" in how else "block(8)")
        self.put(f"{a} = {g.choice([other, 'nn.Linear(4, 4)'])}"
                 + both(f".to('{one}')", ""))
        self.put(f"{b} = {g.choice([other, 'nn.Linear(4, 4)'])}"
                 + both(f".to('{two}')", ""))
        self.put(f"ps = list({a}.parameters()) + list({b}.parameters())")
        if how != "own":
            self.put(f"opt = torch.optim.{how}")
        self.put(f"{x} = torch.randn(6, 4)")
        self.put(f"for step in range({g.choice(['3', 'gives(3)'])}):")
        zero = "for p in ps:\n        p.grad = None"
        self.put("    " + (zero if how == "own" else "opt.zero_grad()"))
        h = self.name("h")
        forward = f"{a}({self.move(x, 'cpu', one)})"
        if g.random() < 0.3:
            forward = f"torch.jit.wait(torch.jit.fork({a}, " \
                      f"{self.move(x, 'cpu', one)}))"
        self.put(f"    {h} = torch.tanh({forward})")
        self.put(f"    {loss} = (({b}({self.move(h, one, two)}) - 0.5) ** 2)"
                 f".{g.choice(['mean', 'sum'])}()")
        if g.random() < 0.3:
            self.put(f"    {loss} = {loss} + {self.move(f'({h} ** 2).mean()', one, two)}")
        self.put(f"    {loss}.backward()")
        if g.random() < 0.3:
            self.put("    nn.utils.clip_grad_norm_(ps, 1.0)"
                     if one == two else
                     f"    nn.utils.clip_grad_norm_({a}.parameters(), 1.0)")
        if how == "own":
            self.put("    with torch.no_grad():\n        for p in ps:\n"
                     + g.choice(["            p -= 0.05 * p.grad",
                                 "            p.add_(p.grad, alpha=-0.05)",
                                 "            p.copy_(p - 0.05 * p.grad)"]))
        else:
            self.put("    opt.step()")
        if g.random() < 0.7:
            self.put(f"    print(step, {loss}.item())")
        self.put("print([p.detach().sum().item() for p in ps])")

    def ends(self):
        """An error that nothing catches, perhaps."""
        for _ in range(self.g.randint(0, 2)):
            self.do_assign()
        self.put(self.failing()[0])
        self.do_print()

    def text(self, last):
        g = self.g
        for kind in "mvm":
            device = g.choice(self.devices)
            self.make(kind, device, self.fresh(kind, device))
        if g.random() < 0.15:
            self.training()
        else:
            for _ in range(g.randint(4, 9)):
                self.statement()
        shown = [v for v in self.live if v[1] in "mvsd"][-5:]
        self.put("print(" + ", ".join(f"{v[0]}.sum().item()" for v in shown)
                 + ")")
        if last:
            self.ends()
        return "\n".join(self.lines)


def parts_of(seed):
    generator = random.Random(f"placed {seed}")
    devices = [f"cuda:{i}" for i in range(generator.choice([2, 2, 2, 3, 4]))]
    texts = []
    count = generator.randint(2, 4)
    for i in range(count):
        part = Part(random.Random(f"{seed} {i}"), devices)
        text = part.text(i == count - 1 and generator.random() < 0.4)
        if generator.random() < 0.5:
            inner = "\n".join("    " + line for line in text.split("\n"))
            text = f"def part{i}():\n{inner}\n\npart{i}()"
        texts.append(text)
    return texts


def program(seed, chosen=None):
    """The program as text with both meanings, and the first line of each part
    (the first is 1)."""
    text, starts = HEAD.format(seed=seed), []
    for i, part in enumerate(parts_of(seed)):
        if chosen is not None and i not in chosen:
            continue
        starts.append((text.count("\n") + 2, i))
        text += f"\nprint('part {i}')\n{part}\n"
    return text, starts


def digest(seeds):
    text = "".join(program(int(seed))[0] for seed in seeds)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def main():
    words = [w for w in sys.argv[1:] if w != "--plain"]
    text, _ = program(int(words[0]), set(map(int, words[1:])) or None)
    print(for_pytorch(text) if "--plain" in sys.argv else for_tine(text))


if __name__ == "__main__":
    main()
