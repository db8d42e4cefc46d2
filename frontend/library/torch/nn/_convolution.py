# Convolutions and transposed convolutions, as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


def _numbers(value, count, name):
    """A number for each dimension of the window."""
    if isinstance(value, int):
        return [value] * count
    values = list(value)
    if len(values) == 1:
        return values * count
    if len(values) != count:
        raise RuntimeError(f"expected {name} to be a single integer value or a list of {count} "
                           "values to match the convolution dimensions, but got "
                           f"{name}={values}")
    return values


def _batched(name, rank, input):
    """[N, C, ...] of an input that may have no N."""
    if input.dim() == rank + 2:
        return input
    if input.dim() != rank + 1:
        raise RuntimeError(f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to "
                           f"{name}, but got input of size: {list(input.shape)}")
    return input.unsqueeze(0)


def _positive(numbers, name):
    for number in numbers:
        if number <= 0:
            raise RuntimeError(f"non-positive {name} is not supported")


def _check_types(input, weight, bias):
    if not input.dtype.is_floating_point:
        _tine.unsupported("convolutions of integers are not supported")
    if input.dtype != weight.dtype:
        raise RuntimeError("Input and weight should have the same type")
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError("Input and bias should have the same type")


def _check_channels(rank, input, weight, bias, groups, transposed):
    # A transposed convolution has the channels of the input in front.
    outputs = weight.size(1) * groups if transposed else weight.size(0)
    channels = weight.size(0) if transposed else weight.size(1) * groups
    kind = f"transposed={1}" if transposed else f"groups={groups}"
    if weight.dim() != rank + 2:
        raise RuntimeError(f"Expected a weight of {rank + 2} dimensions, but got size "
                           f"{list(weight.shape)}")
    if weight.size(0) % groups != 0:
        raise RuntimeError(f"Given groups={groups}, expected weight to be divisible by {groups} at "
                           f"dimension 0, but got weight of size [{list(weight.shape)}] instead")
    if input.size(1) != channels:
        raise RuntimeError(f"Given {kind}, weight of size {list(weight.shape)}, expected "
                           f"input{list(input.shape)} to have {channels} channels, but got "
                           f"{input.size(1)} channels instead")
    if bias is not None and (bias.dim() != 1 or bias.size(0) != outputs):
        raise RuntimeError(f"Given {kind}, weight of size {list(weight.shape)}, expected bias to be "
                           f"1-dimensional with {outputs} elements, but got bias of size "
                           f"{list(bias.shape)} instead")


def _by(numbers):
    return " x ".join([str(number) for number in numbers])


def _sizes(input, kernel, stride, padding, dilation):
    """Of the result; the padding is what is added in all."""
    padded = [input.size(2 + i) + padding[i] for i in range(len(kernel))]
    reach = [dilation[i] * (kernel[i] - 1) + 1 for i in range(len(kernel))]
    for i in range(len(kernel)):
        if kernel[i] <= 0:
            height = kernel[0] if len(kernel) > 1 else 1
            raise RuntimeError("kernel size should be greater than zero, but got kernel_height: "
                               f"{height} kernel_width: {kernel[-1]}")
        if padded[i] < reach[i]:
            raise RuntimeError(f"Calculated padded input size per channel: ({_by(padded)}). "
                               f"Kernel size: ({_by(reach)}). Kernel size can't be greater than "
                               "actual input size")
    return [(padded[i] - reach[i]) // stride[i] + 1 for i in range(len(kernel))]


def _paddings(padding, kernel, stride, dilation):
    """What is added in front of each dimension, and in all."""
    rank = len(kernel)
    if isinstance(padding, str):
        if padding == "valid":
            return [0] * rank, [0] * rank
        if padding != "same":
            raise RuntimeError(f"Invalid padding string: '{padding}'")
        for number in stride:
            if number != 1:
                raise RuntimeError("padding='same' is not supported for strided convolutions")
        total = [dilation[i] * (kernel[i] - 1) for i in range(rank)]
        return [number // 2 for number in total], total
    front = _numbers(padding, rank, "padding")
    for number in front:
        if number < 0:
            raise RuntimeError("negative padding is not supported")
    return front, [2 * number for number in front]


def _convolution(rank):
    """[N, C, ...] and [O, C / groups, ...] to [N, O, ...]; also without N."""
    name = f"conv{rank}d"

    def convolve(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        batch = _batched(name, rank, input)
        stride = _numbers(stride, rank, "stride")
        dilation = _numbers(dilation, rank, "dilation")
        _check_types(batch, weight, bias)
        _positive(stride, "stride")
        _positive(dilation, "dilation")
        if groups <= 0:
            raise RuntimeError("non-positive groups is not supported")
        _check_channels(rank, batch, weight, bias, groups, False)
        kernel = list(weight.shape)[2:]
        front, total = _paddings(padding, kernel, stride, dilation)
        sizes = _sizes(batch, kernel, stride, total, dilation)
        output = _tine.conv(batch, weight, bias, stride, front, dilation, groups, sizes)
        if input.dim() != batch.dim():
            return output.squeeze(0)
        return _tine.in_format(output, input)

    return _tine.named(name, convolve)


conv1d = _convolution(1)
conv2d = _convolution(2)
conv3d = _convolution(3)


def _transposed_convolution(rank):
    """[N, C, ...] and [C, O / groups, ...] to [N, O, ...]; also without N."""
    name = f"conv_transpose{rank}d"

    def convolve(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
                 dilation=1):
        batch = _batched(name, rank, input)
        stride = _numbers(stride, rank, "stride")
        dilation = _numbers(dilation, rank, "dilation")
        padding = _numbers(padding, rank, "padding")
        behind = _numbers(output_padding, rank, "output_padding")
        _check_types(batch, weight, bias)
        _positive(stride, "stride")
        _positive(dilation, "dilation")
        if groups <= 0:
            raise RuntimeError("non-positive groups is not supported")
        for number in padding:
            if number < 0:
                raise RuntimeError("negative padding is not supported")
        for i in range(rank):
            if behind[i] < 0:
                raise RuntimeError("negative output_padding is not supported")
            if behind[i] >= stride[i] and behind[i] >= dilation[i]:
                raise RuntimeError("output padding must be smaller than either stride or dilation, but "
                                   f"got output_padding: {behind} stride: {stride} dilation: "
                                   f"{dilation}")
        _check_channels(rank, batch, weight, bias, groups, True)
        kernel = list(weight.shape)[2:]
        sizes = [(batch.size(2 + i) - 1) * stride[i] - 2 * padding[i]
                 + dilation[i] * (kernel[i] - 1) + behind[i] + 1 for i in range(rank)]
        for size in sizes:
            if size <= 0:
                raise RuntimeError(f"Given input size per channel: ({_by(list(batch.shape)[2:])}). "
                                   f"Calculated output size per channel: ({_by(sizes)}). Output size "
                                   "is too small")
        output = _tine.conv_transpose(batch, weight, stride, padding, dilation, groups, sizes)
        if bias is not None:
            output = output + bias.reshape([1, -1] + [1] * rank)
        if input.dim() != batch.dim():
            return output.squeeze(0)
        return _tine.in_format(output, input)

    return _tine.named(name, convolve)


conv_transpose1d = _transposed_convolution(1)
conv_transpose2d = _transposed_convolution(2)
conv_transpose3d = _transposed_convolution(3)


def conv_tbc(input, weight, bias, pad=0):
    """[T, N, C] and [K, C, O] to [T + 2 pad - K + 1, N, O]."""
    if input.dim() != 3:
        raise RuntimeError("Input must have 3 dims: time, batch, in_channel")
    if weight.dim() != 3:
        raise RuntimeError("Weight tensor must have 3 dims: kernel_width, in_channels, out_channels.")
    if bias.dim() != 1:
        raise RuntimeError("Bias must be 1-D")
    if input.size(2) != weight.size(1):
        raise RuntimeError("Input dim 2 (input channels) is not == dim 1 in the weight tensor")
    if weight.size(2) != bias.size(0):
        raise RuntimeError("Bias size must equal dim 2 in the weight tensor (output channels).")
    output = conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad)
    return output.permute(2, 0, 1).contiguous()
