# numpy.random: the seed, which what else there is does not read.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def seed(seed=None):
    pass
