# What losses ask of their targets.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch

KINDS = {torch.float32: "Float", torch.float64: "Double", torch.int64: "Long",
         torch.int32: "Int", torch.int16: "Short", torch.int8: "Char", torch.uint8: "Byte",
         torch.bool: "Bool", torch.float16: "Half", torch.bfloat16: "BFloat16"}


def check_classes(input, target, weight):
    """A target has a class for every place of the input, a weight one for every class."""
    if target.dtype != torch.int64 and target.dtype != torch.uint8:
        raise RuntimeError("expected target dtype to be Long or Byte, but got "
                           + KINDS[target.dtype])
    sizes = list(input.shape)
    if input.dim() > 2:
        places = sizes[:1] + sizes[2:]
        if list(target.shape) != places:
            raise RuntimeError(f"Expected target size {places}, got {list(target.shape)}")
    elif target.dim() > input.dim() - 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    elif target.dim() < input.dim() - 1 or (input.dim() == 2 and sizes[0] != target.size(0)):
        got = target.size(0) if target.dim() > 0 else 1
        raise ValueError(f"Expected input batch_size ({sizes[0]}) to match target batch_size "
                         f"({got}).")
    classes = sizes[1] if input.dim() > 1 else sizes[0]
    if weight is not None and (weight.dim() != 1 or weight.size(0) != classes):
        raise RuntimeError(f"weight tensor should be defined either for all {classes} classes or "
                           f"no classes but got weight tensor of shape: {list(weight.shape)}")


def check_probabilities(input, target):
    """The target of a binary cross entropy is like its input, which holds probabilities."""
    if list(target.shape) != list(input.shape):
        raise ValueError(f"Using a target size ({target.size()}) that is different to the input "
                         f"size ({input.size()}) is deprecated. Please ensure they have the same "
                         "size.")
    if target.dtype != input.dtype:
        raise RuntimeError(f"Found dtype {KINDS[target.dtype]} but expected {KINDS[input.dtype]}")
    value = input.detach()
    if not torch.all(torch.logical_and(value >= 0, value <= 1)):
        raise RuntimeError("all elements of input should be between 0 and 1")


def check_scores(input, target):
    """The target of a binary cross entropy of scores is like its input."""
    if list(target.shape) != list(input.shape):
        raise ValueError(f"Target size ({target.size()}) must be the same as input size "
                         f"({input.size()})")
    if not target.is_floating_point():
        raise RuntimeError(f"result type {KINDS[input.dtype]} can't be cast to the desired output "
                           f"type {KINDS[target.dtype]}")
