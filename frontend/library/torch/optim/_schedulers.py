# What schedulers share, and those that are made of phases or of others.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._stored import read_like
from torch.optim.optimizer import Optimizer, number


def _copied(value):
    return value.clone() if isinstance(value, torch.Tensor) else value


def set_option(group, name, value):
    """A tensor keeps its identity: its holders see the new number."""
    if isinstance(group[name], torch.Tensor):
        group[name].fill_(value)
    else:
        group[name] = value


class LRScheduler:
    """The base of schedulers: `get_lr` computes the rate of each group.

    Those of Tine give the rate of group `i`, in `_rate` by the last one, and in
    `_closed_rate` by its first one and the epoch. What changes in a loop are numbers,
    never the lists that hold them."""

    def __init__(self, optimizer, last_epoch=-1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{i}] when "
                               "resuming scheduler with last_epoch >= 0")
        self.base_lrs = [number(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._initial_step()

    def _initial_step(self):
        self._step_count = 0
        self._is_initial = True
        self._get_lr_called_within_step = False
        self.step()
        self._is_initial = False

    def _rate(self, lr, i):
        raise NotImplementedError

    def get_lr(self):
        return [self._rate(number(group["lr"]), i)
                for i, group in enumerate(self.optimizer.param_groups)]

    def _base(self, i):
        """The first rate of a group; one that came later has none."""
        if i >= len(self.base_lrs):
            raise ValueError("zip() argument 2 is longer than argument 1")
        return self.base_lrs[i]

    def get_last_lr(self):
        return [rate for rate in self._last_lr]

    def _keep_rates(self):
        """Those that this scheduler gave: another may change them before it steps again."""
        groups = self.optimizer.param_groups
        if not hasattr(self, "_last_lr") or len(self._last_lr) != len(groups):
            self._last_lr = [_copied(group["lr"]) for group in groups]
        else:
            for i, group in enumerate(groups):
                self._last_lr[i] = _copied(group["lr"])

    def step(self, epoch=None):
        self._step_count += 1
        self._update_lr(epoch)

    def _update_lr(self, epoch=None):
        if epoch is None:
            self.last_epoch += 1
            rates = self.get_lr()
        else:
            self.last_epoch = epoch
            if hasattr(self, "_closed_rate"):
                rates = [self._closed_rate(base) for base in self.base_lrs]
            else:
                rates = self.get_lr()
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            set_option(group, "lr", float(rate))
        self._keep_rates()

    def state_dict(self):
        return _state_without(self, ["optimizer"])

    def load_state_dict(self, state_dict):
        _load_without(self, state_dict, [])


def _state_without(scheduler, names):
    return {name: _own(value) for name, value in _tine.attributes(scheduler)
            if name not in names}


def _load_without(scheduler, state_dict, names):
    if _tine.is_stored(state_dict):
        for name, value in scheduler.state_dict().items():
            # Functions are not saved, and phases are those of the constructor.
            if name not in names and name != "lr_lambdas" and name != "_phases":
                node = _tine.stored("find", state_dict._file, state_dict._node, name)
                if node >= 0:
                    _tine.set_attribute(scheduler, name, read_like(state_dict, node, f"[{name!r}]", value))
        return
    for name, value in state_dict.items():
        if name not in names:
            _tine.set_attribute(scheduler, name, _own(value))


class _Composite(LRScheduler):
    """Schedulers that others are made of: their states are saved, not they."""

    def state_dict(self):
        state = _state_without(self, ["optimizer", "_schedulers"])
        state["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        _load_without(self, state_dict, ["_schedulers"])
        states = state_dict["_schedulers"]
        for i, scheduler in enumerate(self._schedulers):
            scheduler.load_state_dict(states[i])


def _own(value):
    """Lists are changed in place by the next step."""
    return list(value) if isinstance(value, list) else value


class SequentialLR(_Composite):
    """One scheduler after the other; each starts at its milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        if len(schedulers) < 1:
            raise ValueError("SequentialLR expects at least one scheduler, but got no scheduler.")
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than "
                f"the number of milestone points, but got number of schedulers {len(schedulers)} "
                f"and the number of milestones to be equal to {len(milestones)}")
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        # Every scheduler has made its first step; they are taken back.
        for group in optimizer.param_groups:
            set_option(group, "lr", number(group["initial_lr"]))
        _take_back(schedulers)
        _first_of(schedulers, milestones)._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self):
        self.last_epoch += 1
        last = len(self._schedulers) - 1
        for i, scheduler in enumerate(self._schedulers):
            if ((i == 0 or self.last_epoch >= self._milestones[i - 1])
                    and (i == last or self.last_epoch < self._milestones[i])):
                if i > 0 and self._milestones[i - 1] == self.last_epoch:
                    scheduler._update_lr(0)
                else:
                    scheduler.step()
                self._take_rates(scheduler._last_lr)

    def _take_rates(self, rates):
        if len(rates) != len(self._last_lr):
            self._last_lr = list(rates)
        else:
            for k, rate in enumerate(rates):
                self._last_lr[k] = rate


def _take_back(schedulers):
    for scheduler in schedulers:
        if hasattr(scheduler, "_schedulers"):
            _take_back(scheduler._schedulers)
        else:
            scheduler.last_epoch -= 1


def _first_of(schedulers, milestones):
    count = 0
    for milestone in milestones:
        if milestone <= 0:
            count += 1
    return schedulers[count]


class ChainedScheduler(_Composite):
    """All schedulers step together; each goes on from the rate that the one before made."""

    def __init__(self, schedulers, optimizer=None):
        if len(schedulers) < 1:
            raise ValueError("ChainedScheduler expects at least one scheduler to be chained, but "
                             "got no scheduler.")
        self._schedulers = schedulers
        self.optimizer = schedulers[0].optimizer if optimizer is None else optimizer
        self._keep_rates()

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._keep_rates()


def _per_group(name, optimizer, value):
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise ValueError(f"{name} must have the same length as optimizer.param_groups. {name} has "
                         f"{len(value)} values, param_groups has {count}.")
    return list(value)


def _start_momentum(scheduler, optimizer, base_momentum, max_momentum, is_first):
    """Momentum that goes the other way than the rate starts at its largest; the bounds for each
    group."""
    scheduler.use_beta1 = "betas" in optimizer.defaults
    if not scheduler.use_beta1 and "momentum" not in optimizer.defaults:
        raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
    most = _per_group("max_momentum", optimizer, max_momentum)
    least = _per_group("base_momentum", optimizer, base_momentum)
    if is_first:
        for group, upper, lower in zip(optimizer.param_groups, most, least):
            _set_momentum(group, scheduler.use_beta1, upper)
            group["max_momentum"] = upper
            group["base_momentum"] = lower
    return least, most


def _set_momentum(group, use_beta1, momentum):
    if use_beta1:
        group["betas"] = (momentum, group["betas"][1])
    else:
        group["momentum"] = momentum


class OneCycleLR(LRScheduler):
    """Up to the largest rate and down again, momentum the other way."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None,
                 pct_start=0.3, anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85,
                 max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=False,
                 last_epoch=-1):
        if total_steps is not None:
            if total_steps <= 0 or not isinstance(total_steps, int):
                raise ValueError(f"Expected positive integer total_steps, but got {total_steps}")
        elif epochs is not None and steps_per_epoch is not None:
            if not isinstance(epochs, int) or epochs <= 0:
                raise ValueError(f"Expected positive integer epochs, but got {epochs}")
            if not isinstance(steps_per_epoch, int) or steps_per_epoch <= 0:
                raise ValueError(
                    f"Expected positive integer steps_per_epoch, but got {steps_per_epoch}")
            total_steps = epochs * steps_per_epoch
        else:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError("anneal_strategy must be one of 'cos' or 'linear', instead got "
                             f"{anneal_strategy}")
        self.total_steps = total_steps
        self.anneal_strategy = anneal_strategy
        # Phases: the last step, and where rate and momentum come from and go to.
        rise = float(pct_start * total_steps)
        end = total_steps - 1
        low, high = "base_momentum", "max_momentum"
        if three_phase:
            self._phases = [(rise - 1, "initial_lr", "max_lr", high, low),
                            (2 * rise - 2, "max_lr", "initial_lr", low, high),
                            (end, "initial_lr", "min_lr", high, high)]
        else:
            self._phases = [(rise - 1, "initial_lr", "max_lr", high, low),
                            (end, "max_lr", "min_lr", low, high)]
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, _per_group("max_lr", optimizer, max_lr)):
                group["initial_lr"] = rate / div_factor
                group["max_lr"] = rate
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            _start_momentum(self, optimizer, base_momentum, max_momentum, last_epoch == -1)
        super().__init__(optimizer, last_epoch)

    def _between(self, group, start, end, part):
        start, end = group[start], group[end]
        if self.anneal_strategy == "linear":
            return (end - start) * part + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)

    def _value(self, group, phase, begin, rate):
        """The value at this step: of this phase, or else of one behind it."""
        end, first_lr, last_lr, first_momentum, last_momentum = self._phases[phase]
        part = (self.last_epoch - begin) / (end - begin)
        if rate:
            value = self._between(group, first_lr, last_lr, part)
        else:
            value = self._between(group, first_momentum, last_momentum, part)
        if phase == len(self._phases) - 1:
            return value
        behind = self._value(group, phase + 1, end, rate)
        return value if self.last_epoch <= end else behind

    def get_lr(self):
        if self.last_epoch > self.total_steps:
            raise ValueError(f"Tried to step {self.last_epoch} times. The specified number of "
                             f"total steps is {self.total_steps}")
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._value(group, 0, 0.0, True))
            if self.cycle_momentum:
                _set_momentum(group, self.use_beta1, self._value(group, 0, 0.0, False))
        return rates


class CyclicLR(LRScheduler):
    """Up to the largest rate and down to the least one, again and again, momentum the other
    way."""

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None,
                 mode="triangular", gamma=1.0, scale_fn=None, scale_mode="cycle",
                 cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        least = _per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, least):
                set_option(group, "lr", rate)
        self.max_lrs = _per_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        down = float(step_size_down) if step_size_down is not None else up
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.base_momentums, self.max_momentums = _start_momentum(
                self, optimizer, base_momentum, max_momentum, last_epoch == -1)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = least

    def scale_fn(self, x):
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        if self.mode == "triangular2":
            return 1 / (2.0 ** (x - 1))
        return self.gamma ** x

    def get_lr(self):
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        ratio = self.step_ratio
        height = x / ratio if x <= ratio else (x - 1) / (ratio - 1)
        height *= self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for group, lower, upper in zip(self.optimizer.param_groups, self.base_momentums,
                                           self.max_momentums, strict=True):
                _set_momentum(group, self.use_beta1, upper - (upper - lower) * height)
        return [lower + (upper - lower) * height
                for lower, upper in zip(self.base_lrs, self.max_lrs, strict=True)]

    def state_dict(self):
        """A function is not saved: each scheduler keeps its own."""
        state = _state_without(self, ["optimizer", "_scale_fn_custom"])
        state["_scale_fn_custom"] = None
        return state

    def load_state_dict(self, state_dict):
        _load_without(self, state_dict, ["_scale_fn_custom"])
