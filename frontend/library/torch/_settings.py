# What programs set for GPUs, and for finding errors. They may ask for it; but for the precision of products, it changes
# nothing here.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


class _Settings:
    def __init__(self):
        self.debug_mode = 0
        self.is_anomaly = False
        self.checks_nan = True
        self.always_warns = False


_settings = _Settings()
_precisions = ("highest", "high", "medium")


def default_device_number(device):
    """As the mode has it (Modes.h): -1 for the CPU, -2 for the device that "cuda" means."""
    if device is None:
        return -1
    if isinstance(device, int):
        return device
    device = torch.device(device)
    if device.type == "cpu":
        if device.index:
            _tine.unsupported("the default device can be 'cpu' or a cuda device")
        return -1
    return -2 if device.index is None else device.index


def set_float32_matmul_precision(precision):
    if not isinstance(precision, str):
        raise RuntimeError(f"set_float32_matmul_precision expects a str, but got {type(precision).__name__}")
    # PyTorch warns of others.
    if precision in _precisions:
        _tine.set_matmul_precision(_precisions.index(precision))


def get_float32_matmul_precision():
    return _precisions[_tine.matmul_precision()]


def use_deterministic_algorithms(mode, *, warn_only=False):
    """All of them are."""
    _settings.debug_mode = (1 if warn_only else 2) if mode else 0


def are_deterministic_algorithms_enabled():
    return _settings.debug_mode > 0


def is_deterministic_algorithms_warn_only_enabled():
    return _settings.debug_mode == 1


def get_deterministic_debug_mode():
    return _settings.debug_mode


def set_deterministic_debug_mode(debug_mode):
    if isinstance(debug_mode, str):
        modes = {"default": 0, "warn": 1, "error": 2}
        if debug_mode not in modes:
            raise RuntimeError("invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got "
                               f"{debug_mode}")
        debug_mode = modes[debug_mode]
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    _settings.debug_mode = debug_mode


def set_warn_always(b):
    _settings.always_warns = b


def is_warn_always_enabled():
    return _settings.always_warns


def set_anomaly_enabled(enabled, check_nan=True):
    """No backward pass looks for what is not a number."""
    _settings.is_anomaly = enabled
    _settings.checks_nan = check_nan


def is_anomaly_enabled():
    return _settings.is_anomaly


def is_anomaly_check_nan_enabled():
    return _settings.checks_nan


class set_detect_anomaly:
    """It switches at once; `with` switches back at its end."""

    def __init__(self, mode, check_nan=True):
        self._before = (is_anomaly_enabled(), is_anomaly_check_nan_enabled())
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        set_anomaly_enabled(self._before[0], self._before[1])
        return False


class detect_anomaly:
    def __init__(self, check_nan=True):
        self._before = (is_anomaly_enabled(), is_anomaly_check_nan_enabled())
        self._check_nan = check_nan

    def __enter__(self):
        set_anomaly_enabled(True, self._check_nan)

    def __exit__(self, kind, value, traceback):
        set_anomaly_enabled(self._before[0], self._before[1])
        return False
