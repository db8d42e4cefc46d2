"""Writes KIND.pth as torch.save() does, without PyTorch.

usage: checkpoint.py FOLDER KIND...

The kinds: plain, a state_dict() of weight (3 x 2, 1 to 6, transposed in its
storage) and calls (5); wrapped, the same under 'net' with names behind
'module.', beside an epoch; parameter, the weight as a parameter that shares its
storage; evil, cut, short, missing, twice, deflated, big, module, other,
opcode: what must be refused.
"""
import collections
import io
import os
import pickle
import struct
import sys
import types
import zipfile


def fake(module, name, value):
    value.__module__, value.__qualname__ = module, name
    for depth in range(1, module.count(".") + 2):
        part = ".".join(module.split(".")[:depth])
        sys.modules.setdefault(part, types.ModuleType(part))
    setattr(sys.modules[module], name, value)
    return value


rebuild = fake("torch._utils", "_rebuild_tensor_v2", lambda: None)
rebuild_parameter = fake("torch._utils", "_rebuild_parameter", lambda: None)
FloatStorage = fake("torch", "FloatStorage", type("FloatStorage", (), {}))
LongStorage = fake("torch", "LongStorage", type("LongStorage", (), {}))
Other = fake("mlp", "MLP", type("MLP", (), {}))


class Storage:
    def __init__(self, kind, key, count):
        self.id = ("storage", kind, key, "cpu", count)


class Tensor:
    def __init__(self, storage, offset, sizes, strides, parameter=False):
        self.arguments = (storage, offset, sizes, strides, False,
                          collections.OrderedDict())
        self.parameter = parameter

    def __reduce__(self):
        if self.parameter:
            return rebuild_parameter, (Tensor(*self.arguments[:4]), True,
                                       collections.OrderedDict())
        return rebuild, self.arguments


class Evil:
    def __reduce__(self):
        return os.system, ("echo executed",)


class Pickler(pickle._Pickler):
    def persistent_id(self, value):
        return value.id if isinstance(value, Storage) else None


def dump(value, protocol=2):
    out = io.BytesIO()
    Pickler(out, protocol).dump(value)
    return out.getvalue()


def write(path, kind):
    weight = Tensor(Storage(FloatStorage, "0", 7), 1, (3, 2), (1, 3),
                    kind == "parameter")
    calls = Tensor(Storage(LongStorage, "1", 1), 0, (), ())
    members = {"data/0": struct.pack("<7f", 9, 1, 3, 5, 2, 4, 6),
               "data/1": struct.pack("<q", 5), "version": b"3\n",
               "byteorder": b"little"}
    state = collections.OrderedDict([("weight", weight), ("calls", calls)])
    state._metadata = collections.OrderedDict([("", {"version": 1})])
    root = state
    if kind == "wrapped":
        root = {"epoch": 3, "net": collections.OrderedDict(
            ("module." + name, value) for name, value in state.items())}
    elif kind == "evil":
        root = {"weight": Evil()}
    elif kind == "module":
        root = Other()
    elif kind == "other":
        root = [1, 2]
    elif kind == "short":
        members["data/0"] = members["data/0"][:20]
    elif kind == "missing":
        del members["data/0"]
    elif kind == "big":
        members["byteorder"] = b"big"
    data = dump(root, 4 if kind == "parameter" else 2)
    if kind == "opcode":
        data = b"\x80\x02i" + data[2:]
    method = zipfile.ZIP_DEFLATED if kind == "deflated" else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in {"data.pkl": data, **members}.items():
            file.writestr("archive/" + name, content)
        if kind == "twice":
            file.writestr("archive/version", b"4\n")
    if kind == "cut":
        with open(path, "r+b") as file:
            file.truncate(300)


for kind in sys.argv[2:]:
    write(os.path.join(sys.argv[1], kind + ".pth"), kind)
