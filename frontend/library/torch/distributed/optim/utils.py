# The functional optimizers by the optimizers that they stand for.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch.optim as optim
from torch.distributed.optim.functional import (
    _FunctionalAdadelta, _FunctionalAdagrad, _FunctionalAdam, _FunctionalAdamax, _FunctionalAdamW,
    _FunctionalRMSprop, _FunctionalRprop, _FunctionalSGD)

functional_optim_map = {
    optim.Adagrad: _FunctionalAdagrad,
    optim.Adam: _FunctionalAdam,
    optim.AdamW: _FunctionalAdamW,
    optim.SGD: _FunctionalSGD,
    optim.Adadelta: _FunctionalAdadelta,
    optim.RMSprop: _FunctionalRMSprop,
    optim.Rprop: _FunctionalRprop,
    optim.Adamax: _FunctionalAdamax,
}


def register_functional_optim(key, optim):
    if key not in functional_optim_map:
        functional_optim_map[key] = optim


def as_functional_optim(optim_cls, *args, **kwargs):
    if optim_cls not in functional_optim_map:
        raise ValueError(f"Optimizer {optim_cls} does not have a functional counterpart!")
    return functional_optim_map[optim_cls]([], *args, _allow_empty_param_list=True, **kwargs)
