# torch.Tensor: methods beside the functions of torch, which are methods, too.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
from collections import OrderedDict as _OrderedDict

import _tine
import numpy as _numpy
import torch
from torch._indexing import index_put_, put_
from torch.utils.hooks import add_hook as _add_hook


def _check_host(self):
    """Only memory of the host is numpy's."""
    if self.device.type != "cpu":
        _tine.fault("TypeError", f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to copy "
                    "the tensor to host memory first.")


def numpy(self, *, force=False):
    if force:
        self = self.detach().cpu()
    _check_host(self)
    if self.requires_grad and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if self.dtype == torch.bfloat16:
        raise TypeError("Got unsupported ScalarType BFloat16")
    if self.dtype == torch.float16:
        _tine.unsupported("arrays of float16 are not supported; use x.float().numpy()")
    return _numpy.ndarray(self.detach())


def apply_(self, callable):
    """Each element by a function of Python."""
    if self.requires_grad:
        raise RuntimeError("Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead.")

    def applied(element):
        value = callable(element)
        if isinstance(value, float) and not self.is_floating_point():
            raise TypeError("'float' object cannot be interpreted as an integer")
        return value

    elements = [applied(element) for element in self.reshape(-1).tolist()]
    return self.copy_(torch.tensor(elements, dtype=self.dtype).reshape(self.shape))


def new_tensor(self, data, dtype=None, device=None):
    return torch.tensor(data, dtype=self.dtype if dtype is None else dtype,
                        device=self.device if device is None else device)


def new(self, *args, device=None):
    """Of sizes, without values, or with the elements of a list."""
    place = self.device if device is None else device
    if len(args) == 1 and not isinstance(args[0], (int, torch.Size)):
        if isinstance(args[0], torch.Tensor):
            _tine.unsupported("new of a tensor is not supported; use x.detach()")
        return torch.tensor(args[0], dtype=self.dtype, device=place)
    sizes = [0] if len(args) == 0 else list(args[0]) if isinstance(args[0], torch.Size) else list(args)
    return torch.empty(sizes, dtype=self.dtype, device=place)


def log_normal_(self, mean=1.0, std=2.0, *, generator=None):
    if not std > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    if not self.is_contiguous():
        _tine.unsupported("log_normal_ of a tensor that is not contiguous is not supported")
    with torch.no_grad():
        # One by one, as into what is not contiguous.
        apart = torch.empty([self.numel(), 2], dtype=torch.float64)[:, 0]
        return self.copy_(torch.exp(apart.normal_(mean, std, generator=generator)).reshape(list(self.shape)))


def cauchy_(self, median=0.0, sigma=1.0, *, generator=None):
    if not sigma > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    with torch.no_grad():
        # In the order of memory.
        u = torch.empty_like(self, dtype=torch.float64).uniform_(generator=generator)
        eps = torch.finfo(torch.float64).eps
        return self.copy_(median + sigma * torch.tan(math.pi * (torch.clamp(u, eps, 1 - eps) - 0.5)))


def geometric_(self, p, *, generator=None):
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    with torch.no_grad():
        # In the order of memory.
        u = torch.empty_like(self, dtype=torch.float64).uniform_(generator=generator)
        return self.copy_(torch.ceil(torch.log(u) / math.log1p(-p)))


def pin_memory(self, device=None):
    """A copy; where a tensor's memory is changes nothing."""
    return self.clone()


def is_pinned(self, device=None):
    return False


def record_stream(self, stream):
    pass


def fill_diagonal_(self, fill_value, wrap=False):
    if self.dim() < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.dim() > 2:
        for size in self.shape[1:]:
            if size != self.size(0):
                raise RuntimeError("all dimensions of input must be of equal length")
        for i in range(self.size(0)):
            part = self
            for _ in range(self.dim()):
                part = part.select(0, i)
            part.fill_(fill_value)
        return self
    rows, columns = self.shape
    if not (_tine.is_known(rows) and _tine.is_known(columns)):
        down = torch.arange(rows).unsqueeze(1)
        if wrap:
            down = down % (columns + 1)
        return self.masked_fill_(down == torch.arange(columns), fill_value)
    self.diagonal().fill_(fill_value)
    if wrap:
        # Behind each square one row is left out.
        for start in range(columns + 1, rows, columns + 1):
            self[start:start + columns].diagonal().fill_(fill_value)
    return self


def resize_(self, *size, memory_format=None):
    """To no more elements than there are: others would not be initialised."""
    shape = list(size[0]) if len(size) == 1 and not isinstance(size[0], int) else list(size)
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    if not self.is_contiguous():
        _tine.unsupported("resize_ of a tensor that is not contiguous is not supported")
    count = math.prod(shape)
    if count > self.numel():
        _tine.unsupported("resize_ to more elements than there are is not supported: they would not be initialised")
    self.data = self.detach().reshape(-1).narrow(0, 0, count).reshape(shape)
    return self


def scatter_(self, dim, index, src=None, value=None, reduce=None):
    return self.copy_(torch.scatter(self, dim, index, src, value, reduce))


def scatter_add_(self, dim, index, src):
    return self.copy_(torch.scatter_add(self, dim, index, src))


def index_add_(self, dim, index, source, alpha=1):
    return self.copy_(torch.index_add(self, dim, index, source, alpha))


def index_copy_(self, dim, index, source):
    return self.copy_(torch.index_copy(self, dim, index, source))


def index_fill_(self, dim, index, value):
    return self.copy_(torch.index_fill(self, dim, index, value))


def scatter_reduce_(self, dim, index, src, reduce, include_self=True):
    return self.copy_(torch.scatter_reduce(self, dim, index, src, reduce, include_self))


def index_reduce_(self, dim, index, source, reduce, *, include_self=True):
    return self.copy_(torch.index_reduce(self, dim, index, source, reduce, include_self=include_self))


def float_power_(self, exponent):
    if self.dtype != torch.float64:
        names = {torch.float32: "Float", torch.float16: "Half", torch.bfloat16: "BFloat16", torch.int64: "Long",
                 torch.int32: "Int", torch.int16: "Short", torch.int8: "Char", torch.uint8: "Byte", torch.bool: "Bool"}
        raise RuntimeError(f"the base given to float_power_ has dtype {names[self.dtype]} but the operation's result "
                           "requires dtype Double")
    return self.copy_(torch.float_power(self, exponent))


def masked_scatter_(self, mask, source):
    return self.copy_(torch.masked_scatter(self, mask, source))


def sum_to_size(self, *size):
    shape = list(size[0]) if len(size) == 1 and not isinstance(size[0], int) else list(size)
    lead = self.dim() - len(shape)
    result = self.sum(list(range(lead))) if lead > 0 else self
    for d in range(len(shape)):
        if shape[d] == 1:
            result = result.sum(d, keepdim=True)
    return result


def register_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return _add_hook(_tine.tensor_hooks(self, _OrderedDict()), (hook, False), False)
