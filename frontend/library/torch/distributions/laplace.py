# torch.distributions.laplace: Laplace alone.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch.distributions.continuous import Laplace
