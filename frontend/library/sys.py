# sys: the end of the program, and what it runs on.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import namedtuple

import _outside
import _tine
import io
import sys

maxsize = 9223372036854775807
platform = "linux"
byteorder = "little"
executable = ""
version = "3.11.7 (Tine)"
_Version = namedtuple("version_info", ["major", "minor", "micro", "releaselevel", "serial"])
version_info = _Version(3, 11, 7, "final", 0)
stdin = io.TextIOWrapper(0, "<stdin>", "r")


def _command_line():
    example = _tine.example()
    words = _tine.outside("the command line", _tine.command_line(), example is not None)
    reason = _tine.fixed("the command line")
    if reason is None:
        return words
    if words[1:] != example:
        expected = " ".join(example) if len(example) > 0 else "no arguments"
        _outside.refuse(" ".join(words[1:]), expected, reason, "with these behind '--'")
    return [words[0]] + example


argv = _command_line()
path = [""]
_Float = namedtuple("float_info", ["max", "min", "epsilon", "dig", "mant_dig"])
float_info = _Float(1.7976931348623157e+308, 2.2250738585072014e-308, 2.220446049250313e-16, 15, 53)


def exit(status=None, /):
    """A number is the exit status; anything else is printed, and the status 1."""
    if status is None:
        status = 0
    elif not isinstance(status, int):
        sys.stderr.write(f"{status}\n")
        status = 1
    raise SystemExit(int(status))


def getrecursionlimit():
    return 1000


def setrecursionlimit(limit, /):
    """Calls are inlined; how deep they may nest is the compiler's."""


def getdefaultencoding():
    return "utf-8"


def getsizeof(object, default=0, /):
    _tine.unsupported("'sys.getsizeof' is not supported")


def exc_info():
    _tine.unsupported("'sys.exc_info' is not supported; use 'except ... as'")
