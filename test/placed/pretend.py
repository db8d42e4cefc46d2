#!/usr/bin/env python
"""Prints what PyTorch prints for a program if its devices were there.

usage: pretend.py PROGRAM.py > PROGRAM.expected      (a python that has PyTorch)

Tensors are on the CPU, but each keeps the name of the device that the program
sends it to, and its text has it where PyTorch puts it: Inputs/*.expected are
made so. Results are where the first tensor that made them is; nothing else of a
device is pretended, and scripted functions are run as they stand.
"""
import inspect
import sys

import torch
import torch._tensor_str
from torch.overrides import TorchFunctionMode

BEFORE = "    if (\n        self.device.type != torch._C._get_default_device()"
NAMED = """    if getattr(inp, "_pretended", None):
        suffixes.append("device='" + inp._pretended + "'")
    elif (
        self.device.type != torch._C._get_default_device()"""


def tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors(item)
    elif isinstance(value, dict):
        yield from tensors(list(value.values()))


class Pretend(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        name, target = getattr(function, "__name__", ""), None
        if "cuda" in str(kwargs.get("device")):
            target = str(kwargs.pop("device"))
        if name == "to" and len(args) > 1 and str(args[1]).startswith("c"):
            target, args = str(args[1]), (args[0], "cpu") + args[2:]
        if name in ("cuda", "cpu"):
            number = args[1] if len(args) > 1 else 0
            target = "cpu" if name == "cpu" else f"cuda:{number}"
            function, args = torch.Tensor.clone, args[:1]
        place = [t._pretended for t in tensors([list(args), kwargs])
                 if hasattr(t, "_pretended")][:1]
        result = function(*args, **kwargs)
        if target:
            place = [target if target != "cpu" else ""]
        for tensor in tensors(result) if place else ():
            tensor._pretended = place[0]
        return result


def main():
    text = inspect.getsource(torch._tensor_str._str_intern)
    assert BEFORE in text
    exec(text.replace(BEFORE, NAMED), torch._tensor_str.__dict__)
    torch.jit.script = lambda function: function
    with open(sys.argv[1]) as file:
        program = file.read()
    with Pretend():
        exec(compile(program, sys.argv[1], "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    main()
