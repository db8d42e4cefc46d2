# Generators of random numbers beside the global one, and draws that are made of others.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import math

import torch


class Generator:
    """A state of its own. The runtime has one generator: a draw with `generator=` exchanges its state
    before and after."""

    def __init__(self, device="cpu"):
        self.device = torch.device("cpu")
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        around = torch.get_rng_state()
        torch.manual_seed(seed)
        self._seed = seed
        self._state = torch.get_rng_state()
        torch.set_rng_state(around)
        return self

    def initial_seed(self):
        return self._seed

    def get_state(self):
        return self._state.clone()

    def set_state(self, new_state):
        self._state = new_state.clone()
        return self

    def seed(self):
        _tine.unsupported("a seed that differs from run to run is not supported; use manual_seed")

    def _enter(self):
        around = torch.get_rng_state()
        torch.set_rng_state(self._state)
        return around

    def _leave(self, around):
        self._state = torch.get_rng_state()
        torch.set_rng_state(around)


def check_draw(name, first, second):
    """What the parameters of `uniform_` and its like may be."""
    if name == "bernoulli_":
        if not 0 <= first <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={first:g}")
    elif name == "uniform_":
        if not first <= second:
            raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found "
                               f"from={first:g} > to={second:g}")
    elif name == "normal_":
        if not second >= 0:
            raise RuntimeError(f"normal expects std >= 0.0, but found std {second:g}")
    elif not first > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={first:g}")


def check_probabilities(p):
    if not bool(((p >= 0) & (p <= 1)).all()):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could "
                           "this error message be improved?  If so, please report an enhancement "
                           "request to PyTorch.)")


def normal(mean, std=1.0, size=None, *, generator=None, dtype=None, device=None):
    if size is not None:
        if std < 0:
            raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
        return torch.empty(size, dtype=dtype, device=device).normal_(mean, std,
                                                                     generator=generator)
    if isinstance(std, torch.Tensor):
        if bool((std < 0).any()):
            raise RuntimeError("normal expects all elements of std >= 0.0")
    elif std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    graded = [x for x in (mean, std) if isinstance(x, torch.Tensor)]
    with torch.no_grad():
        like = mean + std
        # In row-major order, whatever the order in memory of what is given.
        drawn = torch.empty(list(like.shape), dtype=like.dtype, device=like.device)
        output = drawn.normal_(generator=generator) * std + mean
    # PyTorch says that what is drawn does not depend on them.
    return _tine.with_derivative((output,), tuple(graded),
                                 lambda g: tuple([torch.zeros_like(x) for x in graded]))[0]


def randint_like(input, low, high=None, dtype=None, layout=None, device=None, requires_grad=False,
                 memory_format=None):
    if high is None:
        high = low
        low = 0
    kind = input.dtype if dtype is None else dtype
    return torch.empty_like(input, dtype=kind).random_(low, high)


def multinomial(input, num_samples, replacement=False, *, generator=None):
    weights = input.detach()
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > input.size(-1):
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not bool(((weights >= 0) & (weights < math.inf)).all()):
        raise RuntimeError(
            "probability tensor contains either `inf`, `nan` or element < 0")
    if not bool((weights.sum(-1) > 0).all()):
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    if replacement and num_samples > 1:
        return _with_replacement(weights, num_samples, generator)
    # The first of points of time that are distributed exponentially.
    race = weights / torch.empty_like(weights).exponential_(1, generator=generator)
    if num_samples == 1:
        return race.argmax(dim=-1, keepdim=True)
    return torch.topk(race, num_samples, dim=-1)[1]


def _with_replacement(weights, num_samples, generator):
    """Places of uniform numbers among the sums of probabilities."""
    rows = weights.reshape(-1, weights.size(-1))
    sums = torch.zeros_like(rows)
    total = torch.zeros_like(rows[:, 0])
    i = 0
    while i < rows.size(1):
        # Not cumsum: it adds up floats as doubles.
        total = total + rows[:, i]
        sums[:, i] = total
        i += 1
    sums = sums / total.unsqueeze(1)
    sums[:, -1] = 1
    drawn = torch.rand(rows.size(0), num_samples, dtype=torch.float64, generator=generator)
    # As many as lie below.
    places = (sums.to(torch.float64).unsqueeze(1) < drawn.unsqueeze(2)).sum(dim=2)
    return places.reshape(list(weights.shape[:-1]) + [num_samples])
