# safetensors.torch: files of tensors of PyTorch.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from _files import path_of
from torch._stored import Stored


def load_file(filename, device="cpu"):
    path = path_of(filename)
    if _tine.system("path_kind", path) == 0:
        raise FileNotFoundError(f"No such file or directory: {path}")
    device = None if torch.device(device) == torch.device("cpu") else device
    return Stored(_tine.stored("load_safetensors", path), 0, "", _tine.load_site("safetensors", path), None, device)


def save_file(tensors, filename, metadata=None):
    if metadata is not None:
        _tine.unsupported("metadata of .safetensors files is not written; leave it out")
    entries = []
    for name, tensor in tensors.items():
        entries += [name, tensor]
    _tine.save_file("safetensors", path_of(filename), *entries)


def load_model(model, filename, strict=True, device="cpu"):
    found = model.load_state_dict(load_file(filename), strict=strict)
    return set(found.missing_keys), found.unexpected_keys


def save_model(model, filename, metadata=None, force_contiguous=True):
    save_file(model.state_dict(), filename, metadata)


class safe_open:
    def __init__(self, filename, framework, device="cpu"):
        self._stored = load_file(filename, device)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        pass

    def keys(self):
        return self._stored.keys()

    def get_tensor(self, name):
        return self._stored[name]
