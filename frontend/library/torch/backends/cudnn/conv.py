# torch.backends.cudnn.conv: how precise convolutions are on GPUs. The compiler has fp32_precision (Tf32.cpp).
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
