# Optimizers that take a list of gradients instead of looking at `.grad`.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
import torch.optim as optim


class _Functional:
    """One group of parameters; the update is that of the optimizer `_make` makes."""

    def __init__(self, params, *args, _allow_empty_param_list=False, **kwargs):
        if len(params) == 0 and not _allow_empty_param_list:
            raise ValueError("optimizer got an empty parameter list")
        self._optimizer = self._make([{"params": params}], *args, **kwargs)
        self.defaults = self._optimizer.defaults
        self.param_group = self._optimizer.param_groups[0]
        self.state = self._optimizer.state

    def step_param(self, param, grad):
        if grad is not None:
            with torch.no_grad():
                group = self.param_group
                self._optimizer._update(param, -grad if group["maximize"] else grad, group)

    def step(self, gradients):
        params = self.param_group["params"]
        if len(params) != len(gradients):
            raise ValueError("the gradients passed in does not equal to the size of the parameters!"
                             f"Params length: {len(params)}. Gradients length: {len(gradients)}")
        for param, gradient in zip(params, gradients):
            self.step_param(param, gradient)


class _FunctionalSGD(_Functional):
    def _make(self, params, lr=1e-2, *args, **kwargs):
        return optim.SGD(params, lr, *args, **kwargs)


class _FunctionalAdam(_Functional):
    _make = optim.Adam


class _FunctionalAdamW(_Functional):
    _make = optim.AdamW


class _FunctionalAdamax(_Functional):
    def _make(self, params, lr=1e-3, *args, **kwargs):
        return optim.Adamax(params, lr, *args, **kwargs)


class _FunctionalAdagrad(_Functional):
    _make = optim.Adagrad


class _FunctionalAdadelta(_Functional):
    _make = optim.Adadelta


class _FunctionalRMSprop(_Functional):
    _make = optim.RMSprop


class _FunctionalRprop(_Functional):
    _make = optim.Rprop
