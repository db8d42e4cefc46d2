# torch.optim.swa_utils: models whose parameters are means over the steps of another.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
from copy import deepcopy

import torch
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.module import Module
from torch.optim._schedulers import LRScheduler, _load_without, _per_group, _state_without
from torch.optim.optimizer import number


def _check_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] "
                         "range.")


def get_ema_multi_avg_fn(decay=0.999):
    _check_decay(decay)

    def update(averaged, current, num_averaged):
        with torch.no_grad():
            for mean, value in zip(averaged, current):
                if mean.is_floating_point():
                    mean.lerp_(value, 1 - decay)
                else:
                    mean.copy_(mean * decay + value * (1 - decay))
    return update


def get_swa_multi_avg_fn():
    def update(averaged, current, num_averaged):
        with torch.no_grad():
            part = 1 / (number(num_averaged) + 1)
            for mean, value in zip(averaged, current):
                if mean.is_floating_point():
                    mean.lerp_(value, part)
                else:
                    mean.copy_(mean + (value - mean) * part)
    return update


def get_ema_avg_fn(decay=0.999):
    _check_decay(decay)

    def update(mean, value, num_averaged):
        with torch.no_grad():
            return decay * mean + (1 - decay) * value
    return update


def get_swa_avg_fn():
    def update(mean, value, num_averaged):
        with torch.no_grad():
            return mean + (value - mean) / (num_averaged + 1)
    return update


class AveragedModel(Module):
    """A copy of a model; `update_parameters` brings its parameters nearer to the model's."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        averaged = [parameter.detach() for parameter in self.module.parameters()]
        current = [parameter.detach() for parameter in model.parameters()]
        own_buffers = [buffer.detach() for buffer in self.module.buffers()]
        buffers = [buffer.detach() for buffer in model.buffers()]
        if self.use_buffers:
            averaged += own_buffers
            current += buffers
        with torch.no_grad():
            if self.n_averaged.item() == 0:
                for mean, value in zip(averaged, current):
                    mean.copy_(value)
            elif self.avg_fn is not None:
                for mean, value in zip(averaged, current):
                    mean.copy_(self.avg_fn(mean, value, self.n_averaged))
            else:
                # Each call is given tensors of one dtype.
                average = self.multi_avg_fn
                if average is None:
                    average = get_swa_multi_avg_fn()
                dtypes = []
                for mean in averaged:
                    if mean.dtype not in dtypes:
                        dtypes.append(mean.dtype)
                for dtype in dtypes:
                    average([mean for mean in averaged if mean.dtype == dtype],
                            [value for mean, value in zip(averaged, current)
                             if mean.dtype == dtype], self.n_averaged)
            if not self.use_buffers:
                for own, buffer in zip(own_buffers, buffers, strict=True):
                    own.copy_(buffer)
            self.n_averaged += 1


def update_bn(loader, model, device=None):
    """Measures anew what the layers of batch normalisation know of their inputs."""
    layers = [module for module in model.modules() if isinstance(module, _BatchNorm)]
    if len(layers) == 0:
        return
    with torch.no_grad():
        momenta = [layer.momentum for layer in layers]
        was_training = model.training
        model.train()
        for layer in layers:
            layer.reset_running_stats()
            layer.momentum = None
        for input in loader:
            if isinstance(input, (list, tuple)):
                input = input[0]
            if device is not None:
                input = input.to(device)
            model(input)
        for layer, momentum in zip(layers, momenta):
            layer.momentum = momentum
        model.train(was_training)


class SWALR(LRScheduler):
    """To one rate in some epochs, and then that rate."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        rates = _per_group("swa_lr", optimizer, swa_lr)
        for rate, group in zip(rates, optimizer.param_groups):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError("anneal_strategy must be one of 'cos' or 'linear', instead got "
                             f"{anneal_strategy}")
        self._anneal_strategy = anneal_strategy
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError("anneal_epochs must be equal or greater than 0, got "
                             f"{anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        """Of the last rate in the rate at a step."""
        part = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - math.cos(math.pi * part)) / 2 if self._anneal_strategy == "cos" else part

    def _rate(self, lr, i):
        last = number(self.optimizer.param_groups[i]["swa_lr"])
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, share = self._share(step - 1), self._share(step)
        first = last if before == 1 else (lr - before * last) / (1 - before)
        return last * share + first * (1 - share)
