# inspect: the names of a function's parameters.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


class _Signature:
    """What `in`, `len` and walks ask of `parameters`."""

    def __init__(self, names):
        self.parameters = {name: None for name in names}


def signature(callable):
    return _Signature(_tine.parameter_names(callable))


def isfunction(object):
    return callable(object) and not isclass(object)


def isclass(object):
    return _tine.is_class(object)
