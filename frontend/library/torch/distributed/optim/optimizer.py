# DistributedOptimizer: an optimizer for the parameters of each device.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.distributed.autograd import optimized
from torch.distributed.optim.utils import functional_optim_map
from torch.distributed.rpc import RRef


class DistributedOptimizer:
    """Takes references to parameters, or parameters. The class of the optimizer is looked up
    among the functional ones, whose `step` takes gradients; others look at `.grad`."""

    # As it was in PyTorch 1.8.
    functional_optim_map = functional_optim_map

    def __init__(self, optimizer_class, params_rref, *args, **kwargs):
        by_device = {}
        for param in params_rref:
            if isinstance(param, RRef):
                param = param.local_value()
            optimized.append(param)
            by_device.setdefault(str(param.device), []).append(param)
        self.is_functional_optim = optimizer_class in functional_optim_map
        if self.is_functional_optim:
            optimizer_class = functional_optim_map[optimizer_class]
        self._local = [(params, optimizer_class(params, *args, **kwargs))
                       for params in by_device.values()]

    def step(self, context_id=None):
        if len(self._local) == 1:
            self._step_device(self._local[0], context_id)
            return
        # One task for each device.
        futures = [torch.jit.fork(self._step_device, local, context_id) for local in self._local]
        for future in futures:
            torch.jit.wait(future)

    def _step_device(self, local, context_id):
        params, optimizer = local
        if self.is_functional_optim:
            optimizer.step([param.grad for param in params])
            # The gradients belong to a context, which ends with its step.
            if context_id is not None:
                for param in params:
                    param.grad = None
        else:
            optimizer.step()
