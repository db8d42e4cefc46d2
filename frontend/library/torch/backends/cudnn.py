# torch.backends.cudnn: there is none. The compiler has allow_tf32 and fp32_precision (Tf32.cpp); what else
# is set here changes nothing.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def is_available():
    return False


def version():
    return None
