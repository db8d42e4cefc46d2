# matplotlib: pyplot and what it stands on, as far as it draws lines, points, bars and pictures.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def use(backend, force=True):
    pass
