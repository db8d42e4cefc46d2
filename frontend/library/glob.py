# glob: paths that a pattern stands for.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import os


def _all(pattern, flags):
    return os._names(_tine.file("glob", pattern, flags))


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    if root_dir is not None or dir_fd is not None or include_hidden:
        _tine.unsupported("'root_dir', 'dir_fd' and 'include_hidden' are not supported: write the folder into the pattern")
    return _all(os.fspath(pathname), 1 if recursive else 0)


iglob = glob


def escape(pathname):
    return pathname.replace("[", "[[]").replace("?", "[?]").replace("*", "[*]")


def has_magic(s):
    return "*" in s or "?" in s or "[" in s
