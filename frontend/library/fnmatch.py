# fnmatch: names that fit a pattern.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


def fnmatchcase(name, pat):
    return _tine.file("fits", name, pat) != 0


fnmatch = fnmatchcase


def filter(names, pat):
    return [name for name in names if fnmatchcase(name, pat)]
