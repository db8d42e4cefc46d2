# matplotlib: pyplot, as far as it draws lines and bars.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def use(backend, force=True):
    pass
