# torch.optim.lr_scheduler: learning rates that change from epoch to epoch.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import math

from torch.optim._plateau import ReduceLROnPlateau
from torch.optim._schedulers import (ChainedScheduler, CyclicLR, LRScheduler, OneCycleLR,
                                     SequentialLR, _load_without, _state_without)
from torch.optim.optimizer import number


class _LRScheduler(LRScheduler):
    """The base that PyTorch 1 had; schedulers of PyTorch 2 do not derive from it."""


class LambdaLR(LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        count = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * count
        if len(self.lr_lambdas) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * rate(self.last_epoch)
                for rate, base in zip(self.lr_lambdas, self.base_lrs)]

    def state_dict(self):
        """Functions are not saved: each scheduler keeps its own."""
        state = _state_without(self, ["optimizer", "lr_lambdas"])
        state["lr_lambdas"] = [None] * len(self.lr_lambdas)
        return state

    def load_state_dict(self, state_dict):
        _load_without(self, state_dict, ["lr_lambdas"])


class MultiplicativeLR(LambdaLR):
    def get_lr(self):
        groups = self.optimizer.param_groups
        if self._is_initial:
            return [number(group["lr"]) for group in groups]
        return [number(group["lr"]) * rate(self.last_epoch)
                for rate, group in zip(self.lr_lambdas, groups, strict=True)]


class StepLR(LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, lr, i):
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return lr
        return lr * self.gamma

    def _closed_rate(self, base):
        return base * float(self.gamma) ** (self.last_epoch // self.step_size)


class MultiStepLR(LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones = sorted(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, lr, i):
        # A milestone that is given twice counts twice.
        reached = 0
        for milestone in self.milestones:
            if milestone == self.last_epoch:
                reached += 1
        return lr * float(self.gamma) ** reached if reached > 0 else lr

    def _closed_rate(self, base):
        passed = 0
        for milestone in self.milestones:
            if milestone <= self.last_epoch:
                passed += 1
        return base * float(self.gamma) ** passed


class ConstantLR(LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, lr, i):
        if self.last_epoch == 0:
            return lr * self.factor
        if self.last_epoch != self.total_iters:
            return lr
        return lr * (1.0 / self.factor)

    def _closed_rate(self, base):
        return base * (1.0 if self.last_epoch >= self.total_iters else self.factor)


class LinearLR(LRScheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5,
                 last_epoch=-1):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and "
                             "less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, lr, i):
        if self.last_epoch == 0:
            return lr * self.start_factor
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        way = self.end_factor - self.start_factor
        return lr * (1.0 + way / (self.total_iters * self.start_factor
                                  + (self.last_epoch - 1) * way))

    def _closed_rate(self, base):
        done = min(self.total_iters, self.last_epoch)
        return base * (self.start_factor
                       + (self.end_factor - self.start_factor) * done / self.total_iters)


class ExponentialLR(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, lr, i):
        return lr if self._is_initial else lr * self.gamma

    def _closed_rate(self, base):
        return base * float(self.gamma) ** self.last_epoch


class PolynomialLR(LRScheduler):
    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def _rate(self, lr, i):
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        left = 1.0 - self.last_epoch / self.total_iters
        return lr * ((left / (1.0 - (self.last_epoch - 1) / self.total_iters)) ** self.power)

    def _closed_rate(self, base):
        done = min(self.total_iters, self.last_epoch)
        return base * (1.0 - done / self.total_iters) ** self.power


class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def _rate(self, lr, i):
        if self._is_initial:
            return lr
        epoch, least = self.last_epoch, self.eta_min
        if self._step_count == 1 and epoch > 0:
            return least + (self._base(i) - least) * (1 + math.cos(epoch * math.pi / self.T_max)) / 2
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            # The rate was at its least: there is nothing to multiply.
            return lr + (self._base(i) - least) * (1 - math.cos(math.pi / self.T_max)) / 2
        return ((1 + math.cos(math.pi * epoch / self.T_max))
                / (1 + math.cos(math.pi * (epoch - 1) / self.T_max)) * (lr - least) + least)

    def _closed_rate(self, base):
        return self.eta_min + ((base - self.eta_min)
                               * (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2)


class CosineAnnealingWarmRestarts(LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [self.eta_min + ((base - self.eta_min)
                                * (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2)
                for base in self.base_lrs]

    def step(self, epoch=None):
        if epoch is not None:
            _tine.unsupported("CosineAnnealingWarmRestarts.step takes no epoch; call step() once "
                              "for each")
        self.T_cur += 1
        if self.T_cur >= self.T_i:
            self.T_cur = self.T_cur % self.T_i
            self.T_i = self.T_i * self.T_mult
        self._step_count += 1
        self._update_lr()
