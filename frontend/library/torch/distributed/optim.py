# torch.distributed.optim: optimizers that run where their parameters live.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch.distributed.optim.functional import (
    _FunctionalAdadelta, _FunctionalAdagrad, _FunctionalAdam, _FunctionalAdamax, _FunctionalAdamW,
    _FunctionalRMSprop, _FunctionalRprop, _FunctionalSGD)
from torch.distributed.optim.optimizer import DistributedOptimizer
from torch.distributed.optim.utils import as_functional_optim
