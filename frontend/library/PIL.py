# PIL: images as tensors of bytes.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

class UnidentifiedImageError(OSError):
    pass


__version__ = "13.0.0"
