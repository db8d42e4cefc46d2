# torch.nn.utils: helpers for parameters and sequences.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm
from torch.nn.utils.weight_norm import remove_weight_norm, weight_norm


def parameters_to_vector(parameters):
    return torch.cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    start = 0
    for parameter in parameters:
        end = start + parameter.numel()
        parameter.data = vec[start:end].reshape(parameter.shape)
        start = end


#
# Clipping of gradients
#


def _listed(parameters):
    return [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)


def _measured_gradients(parameters):
    grads = []
    for parameter in _listed(parameters):
        grad = parameter.grad
        if _tine.is_open(grad):
            # Only the run knows whether there is one; none counts as zeros.
            grads.append(torch.zeros_like(parameter) if grad is None else grad.clone())
        elif grad is not None:
            grads.append(grad)
    return grads


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    tensors = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    if len(tensors) == 0:
        return torch.tensor(0.0)
    norm_type = float(norm_type)
    # On the device of the first, as far as they are on several.
    norms = [torch.linalg.vector_norm(tensor, norm_type).to(tensors[0].device) for tensor in tensors]
    total = torch.linalg.vector_norm(torch.stack(norms), norm_type)
    if error_if_nonfinite and not torch.isfinite(total).item():
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`")
    return total


def _scale_to_norm(parameters, max_norm, total_norm):
    factor = torch.clamp(float(max_norm) / (total_norm + 1e-6), max=1.0)
    for parameter in _listed(parameters):
        grad = parameter.grad
        if grad is not None:
            grad.mul_(factor.to(grad.device))


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    with torch.no_grad():
        _scale_to_norm(parameters, max_norm, total_norm)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    with torch.no_grad():
        parameters = _listed(parameters)
        grads = _measured_gradients(parameters)
        total = get_total_norm(grads, norm_type, error_if_nonfinite)
        _scale_to_norm(parameters, max_norm, total)
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    clip_value = float(clip_value)
    with torch.no_grad():
        for parameter in _listed(parameters):
            grad = parameter.grad
            if grad is not None:
                grad.clamp_(min=-clip_value, max=clip_value)
