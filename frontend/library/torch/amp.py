# torch.amp: mixed precision on the CPU. For GPUs it does nothing, since there is none.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


class autocast:
    """A context or a decorator. Which function computes in what is a table of the compiler."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        # With "cuda" PyTorch warns, and switches itself off.
        self._is_here = device_type == "cpu"
        self._outer = None
        if not self._is_here:
            return
        self._dtype = torch.get_autocast_dtype("cpu") if dtype is None else dtype
        # PyTorch warns of other dtypes, and switches itself off.
        self._enabled = enabled and self._dtype in (torch.bfloat16, torch.float16)

    def __enter__(self):
        if self._is_here:
            self._outer = _tine.set_autocast(self._enabled, self._dtype)
        return self

    def __exit__(self, kind, value, traceback):
        if self._is_here:
            _tine.set_autocast(self._outer[0], self._outer[1])
        return False

    def __call__(self, function):
        def called(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return called


def is_autocast_enabled(device_type="cuda"):
    return device_type == "cpu" and _tine.autocast_state()[0]


def get_autocast_dtype(device_type):
    return _tine.autocast_state()[1] if device_type == "cpu" else torch.float16


def set_autocast_enabled(device_type, enabled):
    if device_type == "cpu":
        _tine.set_autocast(enabled, get_autocast_dtype("cpu"))


def set_autocast_dtype(device_type, dtype):
    if device_type == "cpu":
        _tine.set_autocast(is_autocast_enabled("cpu"), dtype)


def is_autocast_cpu_enabled():
    return is_autocast_enabled("cpu")


def get_autocast_cpu_dtype():
    return get_autocast_dtype("cpu")


def is_autocast_available(device_type):
    return device_type == "cpu" or device_type == "cuda"


class GradScaler:
    """Disabled, as PyTorch's is without a GPU."""

    def __init__(self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        if enabled and device != "cuda":
            _tine.unsupported("GradScaler is supported for 'cuda' alone, where it is disabled without a GPU")

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        return None

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        return None

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return False

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        return None


def custom_fwd(function=None, *, device_type="cuda", cast_inputs=None):
    return function if function is not None else lambda f: f


def custom_bwd(function=None, *, device_type="cuda"):
    return function if function is not None else lambda f: f
