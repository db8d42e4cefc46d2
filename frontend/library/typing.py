# typing: what says something to type checkers, and nothing to programs.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

def final(f):
    return f


def runtime_checkable(cls):
    return cls


def no_type_check(arg):
    return arg


def override(method, /):
    return method


def NewType(name, tp):
    return tp


def assert_type(val, typ, /):
    return val
