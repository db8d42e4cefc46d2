# torch.autograd: functions with a derivative of their own, and names of old.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch._settings import detect_anomaly, set_detect_anomaly


def Variable(data, requires_grad=False, volatile=None):
    """A tensor over the same elements, with a graph of its own."""
    return data.detach().requires_grad_(requires_grad)


def once_differentiable(fn):
    return fn


class FunctionCtx:
    """What a call of a Function keeps for its backward pass."""

    def __init__(self, needs_input_grad):
        self.needs_input_grad = needs_input_grad
        self._saved = ()
        self._constant = ()

    def save_for_backward(self, *tensors):
        self._saved = tensors

    @property
    def saved_tensors(self):
        return self._saved

    def mark_non_differentiable(self, *args):
        self._constant = args

    def mark_dirty(self, *args):
        _tine.unsupported("mark_dirty is not supported: a Function may not change its inputs")

    def set_materialize_grads(self, value):
        if not value:
            _tine.unsupported("set_materialize_grads(False) is not supported")


class Function:
    """The base of functions whose static methods forward and backward the program gives."""

    @classmethod
    def apply(cls, *args):
        ctx = FunctionCtx(tuple([isinstance(a, torch.Tensor) and a.requires_grad for a in args]))
        with torch.no_grad():
            if hasattr(cls, "setup_context"):
                outputs = cls.forward(*args)
                cls.setup_context(ctx, args, outputs)
            else:
                outputs = cls.forward(ctx, *args)
        results = list(outputs) if isinstance(outputs, tuple) else [outputs]
        derived = []
        for result in results:
            constant = not isinstance(result, torch.Tensor) or not result.is_floating_point()
            for other in ctx._constant:
                constant = constant or other is result
            if not constant:
                derived.append(result)
        tensors = [i for i in range(len(args)) if isinstance(args[i], torch.Tensor)
                   and args[i].is_floating_point()]

        def backward(*cotangents):
            given = list(cotangents)
            full = ()
            for result in results:
                is_derived = False
                for other in derived:
                    is_derived = is_derived or other is result
                if is_derived:
                    full = full + (given.pop(0),)
                elif isinstance(result, torch.Tensor):
                    full = full + (torch.zeros_like(result),)
                else:
                    full = full + (None,)
            gradients = cls.backward(ctx, *full)
            if not isinstance(gradients, (tuple, list)):
                gradients = (gradients,)
            missing = len(gradients) < len(args)
            for extra in gradients[len(args):]:
                missing = missing or extra is not None
            if missing:
                raise RuntimeError(f"function {cls.__name__}Backward returned an incorrect number of "
                                   f"gradients (expected {len(args)}, got {len(gradients)})")
            given = ()
            for i in tensors:
                given = given + (gradients[i],)
            return given

        made = _tine.with_derivative(tuple(derived), tuple([args[i] for i in tensors]), backward,
                                    cls.__name__)
        number = 0
        final = []
        for result in results:
            if number < len(derived) and derived[number] is result:
                final.append(made[number])
                number += 1
            else:
                final.append(result)
        return tuple(final) if isinstance(outputs, tuple) else final[0]
