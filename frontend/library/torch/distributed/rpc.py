# torch.distributed.rpc: remote references within one process.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


class RRef:
    """A reference to a value, which lives in this process."""

    def __init__(self, value, type_hint=None):
        self._value = value

    def local_value(self):
        return self._value

    def to_here(self, timeout=-1.0):
        return self._value

    def is_owner(self):
        return True

    def confirmed_by_owner(self):
        return True


class TensorPipeRpcBackendOptions:
    def __init__(self, **kwargs):
        pass


def init_rpc(name, backend=None, rank=-1, world_size=None, rpc_backend_options=None):
    if world_size is not None and world_size != 1:
        raise RuntimeError("a compiled program is one process: world_size must be 1")


def shutdown(graceful=True, timeout=0):
    pass


def remote(to, func, args=(), kwargs=None, timeout=-1.0):
    return RRef(rpc_sync(to, func, args, kwargs))


def rpc_sync(to, func, args=(), kwargs=None, timeout=-1.0):
    return func(*args, **({} if kwargs is None else kwargs))
