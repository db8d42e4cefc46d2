# torch.utils.checkpoint: parts whose values are computed again for derivatives.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default",
               debug=False, early_stop=True, preserve_rng_state=True, **kwargs):
    """Calls `function`. Its backward pass runs it again instead of keeping what it computed."""
    reentrant = use_reentrant is None or use_reentrant
    if reentrant and kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if not torch.is_grad_enabled():
        return function(*args, **kwargs)
    if reentrant and not any([isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]):
        # A function of its arguments only: parameters of `function` are none.
        with torch.no_grad():
            return function(*args)
    # The state of random numbers is kept unless told otherwise. If not, the second run draws
    # all or, where it may stop early, some of the numbers anew.
    redraws = "" if preserve_rng_state else "all" if reentrant or not early_stop else "some"
    return _tine.checkpoint(redraws, function, *args, **kwargs)


def _run(functions, x):
    for function in functions:
        x = function(x)
    return x


def checkpoint_sequential(functions, segments, input, use_reentrant=None, preserve_rng_state=True,
                          **kwargs):
    """Calls functions one after the other, in `segments` parts; all but the last are checkpoints."""
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    functions = list(functions)
    size = len(functions) // segments
    x = input
    start = 0
    for segment in range(segments - 1):
        x = checkpoint(_run, functions[start:start + size], x, use_reentrant=use_reentrant,
                       preserve_rng_state=preserve_rng_state)
        start += size
    return _run(functions[start:], x)
