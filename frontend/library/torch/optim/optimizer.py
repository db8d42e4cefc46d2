# torch.optim.Optimizer: groups of parameters, their options and their state.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import defaultdict

import torch


class Optimizer:
    """The base of all optimizers.

    `param_groups` is a list of dicts: the parameters under "params" and options
    under their names. `state` has a dict for each parameter that was updated."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of "
                            "Tensors or dicts, but got torch.FloatTensor")
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError("param_group must be a dict")
        params = param_group["params"]
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        if len(params) > 0 and isinstance(params[0], tuple):
            param_group["param_names"] = [name for name, param in params]
            params = [param for name, param in params]
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors")
            if not (param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        param_group["params"] = params
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        seen = {}
        for group in self.param_groups:
            for param in group["params"]:
                seen[param] = True
        for param in params:
            if param in seen:
                raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    param.grad = None
                else:
                    grad = param.grad
                    if grad is not None:
                        grad.detach_().zero_()

    def step(self, closure=None):
        raise NotImplementedError

    # State. Parameters are numbered in the order of their groups.

    def state_dict(self):
        numbers = {}
        groups = []
        for group in self.param_groups:
            for param in group["params"]:
                if param not in numbers:
                    numbers[param] = len(numbers)
            saved = {name: value for name, value in group.items() if name != "params"}
            saved["params"] = [numbers[param] for param in group["params"]]
            groups.append(saved)
        state = {}
        for param, values in self.state.items():
            state[numbers[param]] = values
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        saved_groups = state_dict["param_groups"]
        if len(saved_groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for group, saved in zip(self.param_groups, saved_groups):
            if len(group["params"]) != len(saved["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't "
                                 "match the size of optimizer's group")
        self.state = defaultdict(dict)
        for group, saved in zip(self.param_groups, saved_groups):
            for param, number in zip(group["params"], saved["params"]):
                if number in state_dict["state"]:
                    copied = {}
                    for name, value in state_dict["state"][number].items():
                        copied[name] = value.clone() if isinstance(value, torch.Tensor) else value
                    self.state[param] = copied
            for name, value in saved.items():
                if name != "params":
                    group[name] = value

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for name in sorted(group.keys()):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"


class ParameterwiseOptimizer(Optimizer):
    """An optimizer that updates each parameter on its own, in `_update`.

    What `_state_of` gives is made by `_start` before the first update."""

    def _start(self, param, group, state):
        pass

    def _state_of(self, param, group):
        state = self.state[param]
        if len(state) == 0:
            self._start(param, group, state)
        return state

    def _update(self, param, grad, group):
        raise NotImplementedError

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for param in group["params"]:
                    grad = param.grad
                    if grad is not None:
                        self._update(param, -grad if group["maximize"] else grad, group)
        return loss


def check(name, value, valid):
    if not valid:
        raise ValueError(f"Invalid {name}: {value}")


def check_betas(betas):
    for i in range(2):
        check(f"beta parameter at index {i}", betas[i], 0.0 <= betas[i] < 1.0)


def number(value):
    """An option that may be a tensor of one element."""
    return value.item() if isinstance(value, torch.Tensor) else value


def next_step(state):
    """Counts an update; the number of it, from 1."""
    state["step"] += 1
    return state["step"].item()


def add_moments(state, grad, beta1, beta2):
    """Moves the running means of the gradient and of its square."""
    state["exp_avg"].lerp_(grad, 1 - beta1)
    state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
