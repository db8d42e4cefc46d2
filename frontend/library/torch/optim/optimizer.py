# torch.optim.Optimizer: groups of parameters, their options and their state.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import defaultdict

import _tine
import torch
from torch.optim._loading import load_into


class _RequiredParameter:
    def __repr__(self):
        return "<required parameter>"


# The default of options that each group has to give.
required = _RequiredParameter()


@_tine.optimizer
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
        if _tine.prepares_state():
            self._prepare_loaded()

    def _prepare_loaded(self):
        """Makes all state, as a loaded file will fill it in."""

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError("param_group must be a dict, but got "
                            f"<class '{type(param_group).__name__}'>")
        params = param_group["params"]
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        names = [item[0] for item in params if isinstance(item, tuple)]
        params = [item[1] if isinstance(item, tuple) else item for item in params]
        if len(names) > 0:
            if len(names) != len(params):
                raise ValueError("all optimizer params should be with/without names. Some param "
                                 "names are missing")
            param_group["param_names"] = names
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                                + type(param).__name__)
            differentiable = self.defaults.get("differentiable", False)
            if not (differentiable or param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        param_group["params"] = params
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError("parameter group didn't specify a value of required optimization "
                                 f"parameter {name}")
            param_group.setdefault(name, default)
        seen = {}
        for group in self.param_groups:
            if ("param_names" in param_group) != ("param_names" in group):
                named = "with" if "param_names" in param_group else "without"
                raise ValueError("all optimizer param groups should be with/without names. cannot "
                                 f"add param group {named} names to the optimizer")
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
        for param, values in _tine.in_any_order(self.state).items():
            state[numbers[param]] = values
        _tine.open_keys(state, self.state)
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        if _tine.is_stored(state_dict):
            load_into(self, state_dict)
            return
        saved_groups = state_dict["param_groups"]
        if len(saved_groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for group, saved in zip(self.param_groups, saved_groups):
            if len(group["params"]) != len(saved["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't "
                                 "match the size of optimizer's group")
        owners = {}
        groups = []
        for group, saved in zip(self.param_groups, saved_groups):
            for param, number in zip(group["params"], saved["params"]):
                owners[number] = param
            loaded = {name: value for name, value in saved.items() if name != "params"}
            if "param_names" in group and "param_names" not in saved:
                loaded["param_names"] = group["param_names"]
            loaded["params"] = group["params"]
            groups.append(loaded)
        # As `.to` does, a tensor that needs no conversion is shared.
        self.state = defaultdict(dict)
        for number, values in _tine.in_any_order(state_dict["state"]).items():
            if number in owners:
                param = owners[number]
                state = {name: _like_parameter(name, value, param)
                         for name, value in _tine.in_any_order(values).items()}
                _tine.open_keys(state, values)
                self.state[param] = state
            else:
                self.state[number] = values
        _tine.open_keys(self.state, state_dict["state"])
        self.param_groups = groups

    def _start_loaded(self, param, group, state):
        """Makes what a loaded file fills in."""
        _tine.unsupported("the state of '" + type(self).__name__ + "' cannot be taken from a file")

    def _note_loaded(self, param, is_new):
        """The state of a parameter was loaded; `is_new` says that the file has none."""

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for name in sorted(group.keys()):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"


_CAPTURABLE = ("If capturable=True, params and state_steps must be on supported devices: "
               "['cuda', 'xpu', 'hpu', 'privateuseone', 'xla'].")


def _like_parameter(name, value, param):
    """A value of the state of a parameter in the parameter's dtype; steps are counted in their
    own."""
    if not isinstance(value, torch.Tensor) or name == "step" or not param.is_floating_point():
        return value
    return value.to(param.dtype)


@_tine.state_maker
class ParameterwiseOptimizer(Optimizer):
    """An optimizer that updates each parameter on its own, in `_update`.

    What `_state_of` gives is made by `_start` before the first update."""

    def _start(self, param, group, state):
        pass

    def _state_of(self, param, group):
        state = self.state[param]
        if len(state) == 0:
            self._start(param, group, state)
        _tine.close_keys(state)
        return state

    def _start_loaded(self, param, group, state):
        self._start(param, group, state)

    def _prepare_loaded(self):
        if not self._starts_with_rate:
            with torch.no_grad():
                for group in self.param_groups:
                    for param in group["params"]:
                        state = {}
                        self._start_loaded(param, group, state)
                        self.state[param] = state
                        self._note_loaded(param, True)

    def _prepare(self, param, group):
        """Makes the state that a step may need or not, which is known only when it runs."""
        self._state_of(param, group)

    def _prepare_open(self, param, group):
        """The same; whether there is one in PyTorch depends on that step."""
        is_new = param not in self.state
        self._prepare(param, group)
        if is_new and param in self.state:
            _tine.open_keys(self.state)
            _tine.open_keys(self.state[param])

    # Whether the state starts with the learning rate, which may change before the first update.
    _starts_with_rate = False

    def _prepare_all(self):
        """Called in front of a loop that may come to the first step or not."""
        if not self._starts_with_rate:
            with torch.no_grad():
                for group in self.param_groups:
                    for param in group["params"]:
                        if param.requires_grad:
                            self._prepare_open(param, group)

    def _update(self, param, grad, group):
        raise NotImplementedError

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        # Whether this step updates all that there may be state for.
        is_certain = True
        with torch.set_grad_enabled(self.defaults.get("differentiable", False)):
            for group in self.param_groups:
                for param in group["params"]:
                    grad = param.grad
                    if _tine.is_open(grad):
                        is_certain = False
                        self._prepare_open(param, group)
                    elif grad is None:
                        has_state = param in self.state
                        if _tine.is_open(has_state) or has_state:
                            is_certain = False
                    if grad is not None:
                        if group.get("capturable"):
                            raise AssertionError(_CAPTURABLE)
                        self._update(param, -grad if group.get("maximize") else grad, group)
        if is_certain:
            _tine.close_keys(self.state)
        return loss


def check(name, value, valid):
    if not valid:
        raise ValueError(f"Invalid {name}: {value}")


def check_rate(lr):
    """A rate is a number or a tensor of one element, which may change by itself."""
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    check("learning rate", lr, number(lr) >= 0.0)


def check_modes(fused, foreach, differentiable):
    """PyTorch's ways to compute an update; all give the same here."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def check_betas(betas):
    for i in range(2):
        check(f"beta parameter at index {i}", betas[i], 0.0 <= number(betas[i]) < 1.0)


def check_adam(lr, eps, betas, weight_decay):
    """What Adam and its relatives have."""
    check_rate(lr)
    check("epsilon value", eps, eps >= 0.0)
    check_betas(betas)
    check("weight_decay value", weight_decay, weight_decay >= 0.0)


def number(value):
    """An option that may be a tensor of one element."""
    return value.item() if isinstance(value, torch.Tensor) else value


def decayed(grad, param, group):
    """The gradient, with that of the square of the parameter."""
    return grad.add(param, alpha=group["weight_decay"]) if group["weight_decay"] != 0 else grad


def decayed_or_decoupled(grad, param, group, lr):
    """The same, or the gradient as it is where the parameter shrinks by itself."""
    decay = group["weight_decay"]
    if decay != 0 and group["decoupled_weight_decay"]:
        param.mul_(1 - lr * decay)
        return grad
    return decayed(grad, param, group)


def next_step(state):
    """Counts an update; the number of it, from 1."""
    state["step"] += 1
    return state["step"].item()


def add_moments(state, grad, beta1, beta2):
    """Moves the running means of the gradient and of its square."""
    state["exp_avg"].lerp_(grad, 1 - beta1)
    state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
