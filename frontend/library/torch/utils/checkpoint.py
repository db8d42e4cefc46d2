# torch.utils.checkpoint: parts whose values are computed again for derivatives.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default",
               debug=False, early_stop=True, preserve_rng_state=True, **kwargs):
    """Calls `function`. Its backward pass runs it again instead of keeping what it computed."""
    if not torch.is_grad_enabled():
        return function(*args, **kwargs)
    return _tine.checkpoint(function, *args, **kwargs)


def _run(functions, x):
    for function in functions:
        x = function(x)
    return x


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Calls functions one after the other, in `segments` parts; all but the last are checkpoints."""
    functions = list(functions)
    size = len(functions) // segments
    x = input
    start = 0
    for segment in range(segments - 1):
        x = checkpoint(_run, functions[start:start + size], x)
        start += size
    return _run(functions[start:], x)
