# torch.random: seeds and states of the generator.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import time

import torch


def initial_seed():
    """The seed of the last manual_seed, or what the run took from the system."""
    value = 0
    for i in range(8):
        value += torch.get_rng_state()[i].item() << 8 * i
    return value


def seed():
    """Seeds with the clock."""
    value = time.time_ns() & (2 ** 53 - 1)
    torch.manual_seed(value)
    return value


class fork_rng:
    """A context at whose end the generator is as it was before."""

    def __init__(self, devices=None, enabled=True, device_type="cuda"):
        self._enabled = enabled

    def __enter__(self):
        if self._enabled:
            self._state = torch.get_rng_state()

    def __exit__(self, kind, value, traceback):
        if self._enabled:
            torch.set_rng_state(self._state)
        return False
