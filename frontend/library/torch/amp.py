# torch.amp: mixed precision. For GPUs it does nothing where a program names none, and has none.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


def _is_here(device_type):
    return device_type == "cpu" or (device_type == "cuda" and _tine.uses_cuda())


class autocast:
    """A context or a decorator. Which function computes in what is a table of the compiler."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        self._is_cuda = device_type == "cuda"
        self._device_type = device_type
        self._is_here = False
        self._outer = None
        self._dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        # PyTorch warns of other dtypes, and switches itself off.
        self._enabled = enabled and self._dtype in (torch.bfloat16, torch.float16)

    def __enter__(self):
        # Where there is no GPU, PyTorch warns and switches itself off for them.
        self._is_here = _is_here(self._device_type)
        if self._is_here:
            self._outer = _tine.set_autocast(self._is_cuda, self._enabled, self._dtype)
        return self

    def __exit__(self, kind, value, traceback):
        if self._is_here:
            _tine.set_autocast(self._is_cuda, self._outer[0], self._outer[1])
        return False

    def __call__(self, function):
        def called(*args, _context=self, _function=function, **kwargs):
            with _context:
                return _function(*args, **kwargs)

        return called


def is_autocast_enabled(device_type="cuda"):
    return _is_here(device_type) and _tine.autocast_state(device_type == "cuda")[0]


def get_autocast_dtype(device_type):
    return _tine.autocast_state(device_type == "cuda")[1]


def set_autocast_enabled(device_type, enabled):
    if _is_here(device_type):
        _tine.set_autocast(device_type == "cuda", enabled, get_autocast_dtype(device_type))


def set_autocast_dtype(device_type, dtype):
    if _is_here(device_type):
        _tine.set_autocast(device_type == "cuda", is_autocast_enabled(device_type), dtype)


def is_autocast_cpu_enabled():
    return is_autocast_enabled("cpu")


def get_autocast_cpu_dtype():
    return get_autocast_dtype("cpu")


def get_autocast_gpu_dtype():
    return get_autocast_dtype("cuda")


def is_autocast_available(device_type):
    return device_type == "cpu" or device_type == "cuda"


class GradScaler:
    """Disabled for "cuda" where that is not used, as PyTorch's is without a GPU."""

    def __init__(self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        self._enabled = enabled and _is_here(device)
        self._scale = float(init_scale)
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._tracker = 0
        # Of the optimizer of this step: whether its gradients are those of the loss, and are finite.
        self._is_unscaled = False
        self._is_finite = True

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        if isinstance(outputs, torch.Tensor):
            return outputs * torch.full((), self._scale, dtype=torch.float32)
        return type(outputs)([self.scale(output) for output in outputs])

    def unscale_(self, optimizer):
        if not self._enabled:
            return None
        if self._is_unscaled:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        inverse = 1.0 / self._scale
        finite = torch.ones((), dtype=torch.bool)
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    with torch.no_grad():
                        parameter.grad.mul_(inverse)
                        finite = finite & torch.isfinite(parameter.grad).all()
        self._is_finite = self._is_finite and bool(finite)
        self._is_unscaled = True

    def step(self, optimizer, *args, **kwargs):
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if not self._is_unscaled:
            self.unscale_(optimizer)
        if self._is_finite:
            optimizer.step(*args, **kwargs)
        return None

    def update(self, new_scale=None):
        if not self._enabled:
            return None
        if new_scale is not None:
            self._scale = float(new_scale)
        elif self._is_finite:
            self._tracker = self._tracker + 1
            if self._tracker == self._growth_interval:
                self._scale = self._scale * self._growth_factor
                self._tracker = 0
        else:
            self._scale = self._scale * self._backoff_factor
            self._tracker = 0
        self._is_unscaled = False
        self._is_finite = True

    def get_scale(self):
        return self._scale if self._enabled else 1.0

    def get_growth_factor(self):
        return self._growth_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def get_growth_interval(self):
        return self._growth_interval

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        if not self._enabled:
            return {}
        return {"scale": self._scale, "growth_factor": self._growth_factor,
                "backoff_factor": self._backoff_factor, "growth_interval": self._growth_interval,
                "_growth_tracker": self._tracker}

    def load_state_dict(self, state_dict):
        if self._enabled:
            self._scale = state_dict["scale"]
            self._growth_factor = state_dict["growth_factor"]
            self._backoff_factor = state_dict["backoff_factor"]
            self._growth_interval = state_dict["growth_interval"]
            self._tracker = state_dict["_growth_tracker"]


def custom_fwd(function=None, *, device_type="cuda", cast_inputs=None):
    return function if function is not None else lambda f: f


def custom_bwd(function=None, *, device_type="cuda"):
    return function if function is not None else lambda f: f
