# _files: names of files that are loaded and saved.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


def path_of(file):
    """The name of a file that a function of Python's libraries is given."""
    if file is None:
        raise TypeError("expected str, bytes or os.PathLike object, not NoneType")
    if isinstance(file, str):
        return file
    if hasattr(file, "__fspath__"):
        return file.__fspath__()
    _tine.unsupported("a file is given by its name here, a str or a path")


def need(path):
    """The file must be there."""
    if _tine.system("path_kind", path) == 0:
        raise FileNotFoundError(f"[Errno 2] No such file or directory: '{path}'")

