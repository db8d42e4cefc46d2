# torch.optim.adamw, where AdamW is, too.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch.optim.adam import AdamW
