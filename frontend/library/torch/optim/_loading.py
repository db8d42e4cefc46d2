# torch.optim: the state of an optimizer or a scheduler out of a loaded file.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch._stored import read_like

# Options that change as a program goes on: those of the file count. The others decide what a step
# computes, and are those for which the program was compiled.
_FREE = ("lr", "initial_lr", "max_lr", "min_lr")


def _find(stored, node, key):
    found = _tine.stored("find", stored._file, node, key)
    if found < 0:
        raise KeyError(key)
    return found


def _load_option(stored, node, group, name, value):
    found = _tine.stored("find", stored._file, node, name)
    if name in _FREE or _tine.is_open(value):
        group[name] = read_like(stored, found, f"[{name!r}]", value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if found >= 0:
            if _tine.stored("float", stored._file, found, name) != value:
                raise ValueError(f"loaded state dict: {name!r} is {_tine.stored('float', stored._file, found, name)}, but this program was compiled for {value}")
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            if found >= 0:
                own = _tine.stored("float", stored._file, _tine.stored("item", stored._file, found, i), name)
                if own != item:
                    raise ValueError(f"loaded state dict: {name!r} has {own}, but this program was compiled for {item}")
    elif not isinstance(value, list):
        if found >= 0:
            read_like(stored, found, f"[{name!r}]", value)


def load_into(optimizer, stored):
    """As load_state_dict of a dict. Whether it is called may depend on the run: optimizers have their
    state from the start then."""
    if not _tine.prepares_state():
        _tine.prepare_state()
    file = stored._file
    saved = _find(stored, stored._node, "param_groups")
    groups = optimizer.param_groups
    if _tine.stored("length", file, saved) != len(groups):
        raise ValueError("loaded state dict has a different number of parameter groups")
    for i, group in enumerate(groups):
        params = _find(stored, _tine.stored("item", file, saved, i), "params")
        if _tine.stored("length", file, params) != len(group["params"]):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
    states = _find(stored, stored._node, "state")
    for i, group in enumerate(groups):
        node = _tine.stored("item", file, saved, i)
        for name, value in list(group.items()):
            if name != "params" and name != "param_names":
                _load_option(stored, node, group, name, value)
        params = _find(stored, node, "params")
        for j, param in enumerate(group["params"]):
            number = _tine.stored("int", file, _tine.stored("item", file, params, j), "params")
            _load_state(optimizer, stored, _tine.stored("find_int", file, states, number), param, group)


def _load_state(optimizer, stored, node, param, group):
    """What the file does not have is as before the first step."""
    with torch.no_grad():
        start = {}
        optimizer._start_loaded(param, group, start)
        is_prepared = _tine.prepares_state() and param in optimizer.state
        state = optimizer.state[param] if is_prepared else start
        for name, value in start.items():
            found = _tine.stored("find", stored._file, node, name)
            if found >= 0:
                state[name].copy_(_tine.stored_like(stored._file, found, f"state {name!r}", value))
            elif is_prepared:
                state[name].copy_(value)
    if not is_prepared:
        optimizer.state[param] = state
    optimizer._note_loaded(param, node < 0)
