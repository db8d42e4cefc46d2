# torch.distributions.constraints: where values lie, as far as transforms need it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


class Constraint:
    """`event_dim` is the number of dimensions of one value."""
    is_discrete = False

    def __init__(self, event_dim=0, lower_bound=None, upper_bound=None):
        self.event_dim = event_dim
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    def check(self, value):
        inside = value == value
        if self.lower_bound is not None:
            inside = inside & (value >= self.lower_bound)
        if self.upper_bound is not None:
            inside = inside & (value <= self.upper_bound)
        for _ in range(self.event_dim):
            inside = inside.all(-1)
        return inside


class _Positive(Constraint):
    def check(self, value):
        return value > 0


def interval(lower_bound, upper_bound):
    return Constraint(0, lower_bound, upper_bound)


def independent(base_constraint, reinterpreted_batch_ndims):
    return Constraint(base_constraint.event_dim + reinterpreted_batch_ndims, base_constraint.lower_bound,
                      base_constraint.upper_bound)


real = Constraint()
real_vector = Constraint(1)
positive = _Positive()
nonnegative = Constraint(0, 0.0)
unit_interval = Constraint(0, 0.0, 1.0)
simplex = Constraint(1, 0.0, 1.0)
