#!/usr/bin/env python3
"""Makes programs that call a function with every dtype, or pair of them.

usage: programs.py            lists the names: expressions of functions.txt
       programs.py NAME ...   prints the program of each

A program has a case for each kind of operands, and prints of each the dtype,
the shape and the elements of the result, or that an error was raised.
"""
import itertools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FLOATS = ("float16", "bfloat16", "float32", "float64")
INTS = ("uint8", "int8", "int16", "int32", "int64")
DTYPES = ("bool",) + INTS + FLOATS
# Greatest, least normal and least positive number.
LIMITS = {"float16": ("65504.0", "6.103515625e-05", "6e-08"),
          "bfloat16": ("3.3895313892515355e+38", "1.1754943508222875e-38",
                       "1e-40"),
          "float32": ("3.4028234663852886e+38", "1.1754943508222875e-38",
                      "1e-45"),
          "float64": ("1.7976931348623157e+308", "2.2250738585072014e-308",
                      "5e-324")}
BITS = {"uint8": 8, "int8": 8, "int16": 16, "int32": 32, "int64": 64}

HEAD = """\
import torch
import torch.nn.functional as F


def show(name, compute):
    result = compute()
    for part in result if isinstance(result, tuple) else (result,):
        if isinstance(part, torch.Tensor):
            print(name, part.dtype, list(part.shape), part.reshape(-1).tolist())
        else:
            print(name, part)


inf, nan = float("inf"), float("nan")
"""
# The executable runs the case that raises whose number it loads, or the others;
# nothing of the operands is known when it is compiled.
CHOICE = """\


class Given(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.number = torch.nn.Parameter(torch.zeros(1))


given = Given()
which = int(given.number.item())
zero = int(given.number.item() < 0)


def hidden(x):
    return torch.stack([x, x])[zero]


"""


def bounds(dtype):
    if dtype == "uint8":
        return 0, 255
    return -2 ** (BITS[dtype] - 1), 2 ** (BITS[dtype] - 1) - 1


def elements(dtype):
    """All that an operand of one function has, 32 of floats: PyTorch's loops
    over vectors leave no rest, which other code would compute."""
    if dtype == "bool":
        return ["True", "False"]
    if dtype in INTS:
        low, high = bounds(dtype)
        some = [0, 1, 2, 3, 5, 10, 20, 100, high, high - 1]
        if low:
            some += [-1, -2, -3, -7, low, low + 1]
        return [str(i) for i in some]
    most, normal, least = LIMITS[dtype]
    signed = ["0.0", "1.0", "0.5", "2.0", "3.7", "2.5", "0.1", "10.0", "0.999",
              "25.0", "100.0", most, normal, least, "inf"]
    return signed + ["-" + x for x in signed] + ["nan", "1.5"]


def few(dtype):
    """Those of them that operands of two functions have."""
    if dtype == "bool":
        return ["True", "False"]
    if dtype in INTS:
        low, high = bounds(dtype)
        return [str(i) for i in ([0, 1, 2, 7, high] + [-1, -3, low] * (low < 0))]
    most, _, least = LIMITS[dtype]
    return ["0.0", "-0.0", "1.0", "-1.0", "0.5", "2.5", "-3.7", most, least,
            "inf", "-inf", "nan"]


def tensor(values, dtype):
    items = ", ".join(values)
    return f"torch.tensor([{items}], dtype=torch.{dtype})"


def matrix(dtype, special):
    """Of 4 rows and 8 columns, with equal elements in some rows."""
    plain = {"bool": ["True", "False", "True"], "uint8": list("0123153")}.get(
        dtype, ["-2", "0", "1", "3", "1", "2", "-1"])
    if dtype in FLOATS:
        plain = ["-2.0", "0.5", "1.0", "-0.0", "1.0", "2.25", "-1.0"]
    values = list(itertools.islice(itertools.cycle(plain), 32))
    if special:
        for place, value in zip((3, 9, 10, 18, 19, 27, 30), special):
            values[place] = value
    return tensor(values, dtype) + ".reshape(4, 8)"


def extremes(dtype):
    if dtype == "bool":
        return []
    if dtype in INTS:
        low, high = bounds(dtype)
        return [str(i) for i in (high, high, low, low, high, low + 1)]
    most = LIMITS[dtype][0]
    return ["nan", "inf", "inf", "inf", "-inf", most, most]


class Case:
    """What x and y are, under a name."""

    def __init__(self, name, x, y=None):
        self.name, self.x, self.y = name, x, y

    def call(self, expression):
        names = f"x=x_{self.x}" + (f", y={self.y}" if self.y else "")
        return f'show("{self.name}", lambda {names}: {expression})'


def operands(kind):
    """Name and text of each operand, [(Case, what it needs)]."""
    if kind == "unary":
        return ({f"x_{d}": tensor(elements(d), d) for d in DTYPES},
                [Case(d, d) for d in DTYPES])
    if kind == "reduction":
        made = {f"x_{d}": matrix(d, []) for d in DTYPES}
        made.update({f"x_{d}_extreme": matrix(d, extremes(d))
                     for d in DTYPES[1:]})
        return made, [Case(name[2:], name[2:]) for name in made]
    return two_operands(degrees if kind == "polynomial" else few)


def degrees(dtype):
    """Of polynomials, which take as many steps."""
    if dtype == "bool":
        return few(dtype)
    if dtype in FLOATS:
        return ["0.0", "1.0", "2.7", "12.0", "-1.0", "nan"]
    return ["0", "1", "2", "7", "12"] + ["-1", "-3"] * (dtype != "uint8")


def two_operands(second):
    """All pairs of numbers of one dtype; eight pairs of two; a number, and a
    tensor without dimensions, beside a tensor. second(dtype) are those of y."""
    made, cases = {}, []
    for d in DTYPES:
        divisors = [value for value in second(d) if value != "0"]
        made[f"x_{d}_all"] = tensor(few(d), d) + ".unsqueeze(1)"
        made[f"y_{d}_all"] = tensor(second(d), d)
        made[f"x_{d}"] = tensor(several(few(d), 1), d)
        made[f"y_{d}"] = tensor(several(divisors, 5), d)
        made[f"y_{d}_0"] = f"torch.tensor({divisors[2 % len(divisors)]}, dtype=torch.{d})"
        cases.append(Case(f"{d} {d} all", f"{d}_all", f"y_{d}_all"))
        cases += [Case(f"{d} {number}", d, number)
                  for number in ("True", "3", "2.5", "-1", "nan")]
        if d in INTS:
            made[f"y_{d}_divisors"] = tensor(divisors, d)
            cases.append(Case(f"{d} {d} divisors", f"{d}_all",
                              f"y_{d}_divisors"))
    for a, b in itertools.product(DTYPES, DTYPES):
        cases.append(Case(f"{a} {b}", a, f"y_{b}"))
        cases.append(Case(f"{a} {b} 0-dim", a, f"y_{b}_0"))
    return made, cases


def several(values, step):
    """Eight of them, in an order that goes through pairs."""
    return [values[(i * step + step) % len(values)] for i in range(8)]


def functions():
    """{expression: kind} of functions.txt."""
    found, kind = {}, None
    with open(os.path.join(HERE, "functions.txt")) as file:
        for line in map(str.strip, file):
            if line.startswith("== "):
                kind = line[3:]
            elif line and not line.startswith("#"):
                assert line not in found, line
                found[line] = kind
    return found


def program(expression, kind, raising=(), left_out=()):
    """Text, without the cases whose names are in left_out; a case of those in
    raising, counted from 1, is run only if it is chosen."""
    made, cases = operands(kind)
    lines = [f"{name} = hidden({text})" for name, text in made.items()]
    for case in cases:
        if case.name in left_out:
            continue
        choice = ""
        if case.name in raising:
            choice = f"if which == {raising.index(case.name) + 1}: "
        elif raising:
            choice = "if which == 0: "
        lines.append(choice + case.call(expression))
    return HEAD + CHOICE + "\n".join(lines) + "\n"


def main():
    known = functions()
    if len(sys.argv) == 1:
        print("\n".join(known))
    for name in sys.argv[1:]:
        print(program(name, known[name]), end="")


if __name__ == "__main__":
    main()
