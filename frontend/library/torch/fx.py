# torch.fx: what matters to tracing only.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def wrap(fn_or_name):
    return fn_or_name
