# torchvision.ops: layers that models of images share.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torchvision.ops.misc import MLP, Conv2dNormActivation, Conv3dNormActivation, FrozenBatchNorm2d, Permute, SqueezeExcitation
from torchvision.ops.stochastic_depth import StochasticDepth, stochastic_depth
