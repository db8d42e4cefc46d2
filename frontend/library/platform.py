# platform: what the executable runs on.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


def system():
    return "Linux"


def machine():
    return "x86_64"


processor = machine


def node():
    return _tine.system("hostname")


def architecture():
    return ("64bit", "ELF")


def python_version():
    return "3.11.7"


def python_version_tuple():
    return ("3", "11", "7")


def python_implementation():
    return "CPython"


def _unknown():
    _tine.unsupported("this is not known of the machine here")


platform = release = version = uname = _unknown
