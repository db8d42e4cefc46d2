# torch.nn.utils: helpers for parameters and sequences.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


def parameters_to_vector(parameters):
    return torch.cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    start = 0
    for parameter in parameters:
        end = start + parameter.numel()
        parameter.data = vec[start:end].reshape(parameter.shape)
        start = end
