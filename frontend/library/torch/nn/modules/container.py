# Containers of modules and parameters: their elements are attributes named by position or key.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import OrderedDict

import _tine
import torch
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


@_tine.hidden
class _Elements(Module):
    """What `_items` gives, by their numbers."""

    def __iter__(self):
        return self._items()

    def __len__(self):
        return len(self._items())

    def extend(self, elements):
        for element in elements:
            self.append(element)
        return self


@_tine.hidden
class _Modules(_Elements):
    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        """Puts the module in front of number `index`, as list.insert does."""
        modules = self._items()
        modules.insert(index, module)
        self._number(modules)

    def __delitem__(self, index):
        """Takes out number `index`, or those of a slice; the others move up."""
        named = [pair for pair in _tine.members(self) if _tine.is_module(pair[1])]
        modules = [module for name, module in named]
        if isinstance(index, int):
            modules.pop(index)
        else:
            for module in modules[index]:
                modules = [other for other in modules if not _tine.same(other, module)]
        for name, module in named:
            _tine.delete_attribute(self, name)
        self._number(modules)

    def _number(self, modules):
        for i in range(len(modules)):
            self.add_module(str(i), modules[i])

    def pop(self, key):
        module = self[key]
        del self[key]
        return module


@_tine.module_list
class Sequential(_Modules):
    """Modules that are called one after the other."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], dict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for index, module in enumerate(args):
                self.add_module(str(index), module)

    def _named(self):
        return [pair for pair in _tine.members(self) if _tine.is_module(pair[1])]

    def _items(self):
        return [module for name, module in self._named()]

    def __getitem__(self, index):
        if isinstance(index, int):
            return self._items()[index]
        part = Sequential()
        for name, module in self._named()[index]:
            part.add_module(name, module)
        return part

    def __setitem__(self, index, module):
        self.add_module(self._named()[index][0], module)

    def __add__(self, other):
        return Sequential(*self._items(), *other)

    def insert(self, index, module):
        super().insert(index, module)
        return self

    def forward(self, input):
        for module in self._items():
            input = module(input)
        return input


@_tine.module_list
class ModuleList(_Modules):
    """A list of modules."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _items(self):
        # An entry may be None.
        return [value for name, value in _tine.attributes(self) if name.isdigit()]

    def __getitem__(self, index):
        if isinstance(index, int):
            return self._items()[index]
        return ModuleList(self._items()[index])

    def __setitem__(self, index, module):
        self.add_module(str(index if index >= 0 else index + len(self)), module)

    def __add__(self, other):
        return ModuleList(self._items() + list(other))

    def __iadd__(self, modules):
        return self.extend(modules)

    def _child_texts(self):
        # Neighbours with equal text become one entry: "(0-3): 4 x ReLU()".
        texts = [f"{module}" for module in self._items()]
        entries = []
        first = 0
        for i in range(len(texts)):
            if i + 1 == len(texts) or texts[i + 1] != texts[first]:
                if first == i:
                    entries.append(f"({i}): {texts[i]}")
                else:
                    entries.append(f"({first}-{i}): {i - first + 1} x {texts[i]}")
                first = i + 1
        return entries


@_tine.hidden
class _Entries(Module):
    """What `items` gives, by their keys."""

    def keys(self):
        return [key for key, value in self.items()]

    def values(self):
        return [value for key, value in self.items()]

    def __iter__(self):
        return self.keys()

    def __len__(self):
        return len(self.items())

    def __contains__(self, key):
        return key in self.keys()


@_tine.module_dict
class ModuleDict(_Entries):
    """Modules under keys."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def items(self):
        return [pair for pair in _tine.members(self) if _tine.is_module(pair[1])]

    def __getitem__(self, key):
        if not _tine.is_known(key):
            return dict(self.items())[key]
        return _tine.get_attribute(self, key)

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        _tine.delete_attribute(self, key)

    def pop(self, key):
        module = self[key]
        _tine.delete_attribute(self, key)
        return module

    def clear(self):
        for key in self.keys():
            _tine.delete_attribute(self, key)

    def update(self, modules):
        pairs = modules
        if isinstance(modules, (dict, ModuleDict)):
            pairs = modules.items()
        for key, module in pairs:
            self.add_module(key, module)


class ParameterList(_Elements):
    """A list of parameters; tensors that are put into it become parameters."""

    def __init__(self, values=None):
        super().__init__()
        if values is not None:
            self.extend(values)

    def _items(self):
        return [value for name, value in _tine.attributes(self)
                if _tine.is_tensor(value) or isinstance(value, ParameterList)]

    def __getitem__(self, index):
        if isinstance(index, int):
            return self._items()[index]
        return ParameterList(self._items()[index])

    def __setitem__(self, index, value):
        position = index if index >= 0 else index + len(self)
        self.register_parameter(str(position), _as_parameter(value))

    def append(self, value):
        if isinstance(value, ParameterList):
            self.add_module(str(len(self)), value)
        else:
            self.register_parameter(str(len(self)), _as_parameter(value))
        return self

    def extra_repr(self):
        return "\n".join([
            f"  ({i}): Parameter containing: [{value.dtype} of size {_extent(value)}]"
            for i, value in enumerate(self._items())])


class ParameterDict(_Entries):
    """Parameters under keys; tensors that are put into it become parameters."""

    def __init__(self, parameters=None):
        super().__init__()
        if parameters is not None:
            self.update(parameters)

    def items(self):
        return [pair for pair in _tine.attributes(self) if _tine.is_tensor(pair[1])]

    def __getitem__(self, key):
        return _tine.get_attribute(self, key)

    def __setitem__(self, key, value):
        self.register_parameter(key, _as_parameter(value))

    def update(self, parameters):
        pairs = parameters
        if isinstance(parameters, (dict, ParameterDict)):
            pairs = parameters.items()
        if isinstance(parameters, dict) and not isinstance(parameters, OrderedDict):
            by_key = dict(pairs)
            pairs = [(key, by_key[key]) for key in sorted(by_key)]
        for key, value in pairs:
            self.register_parameter(key, _as_parameter(value))

    def extra_repr(self):
        names = {torch.float32: "Float", torch.float64: "Double", torch.int64: "Long",
                 torch.int32: "Int", torch.int16: "Short", torch.int8: "Char", torch.uint8: "Byte",
                 torch.bool: "Bool", torch.float16: "Half", torch.bfloat16: "BFloat16"}
        return "\n".join([
            f"  ({key}): Parameter containing: "
            f"[torch.{names[value.dtype]}Tensor of size {_extent(value)}]"
            for key, value in self.items()])


def _as_parameter(value):
    return value if _tine.is_parameter(value) else Parameter(value)


def _extent(tensor):
    return "x".join([str(size) for size in tensor.shape])
