# torch.amp: mixed precision, which does nothing where there is no GPU.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


class autocast:
    """A context or a decorator."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if enabled and device_type != "cuda":
            _tine.unsupported("autocast on the CPU computes in bfloat16, which is not supported; "
                              "leave it out, or pass enabled=False")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

    def __call__(self, function):
        return function


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
