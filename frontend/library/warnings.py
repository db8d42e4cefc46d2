# warnings: warn() is built in. Warnings go to standard error, where nobody has to read them.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


def _check(action):
    if action not in ("default", "always", "ignore", "module", "once", "error", "all"):
        raise AssertionError(f"invalid action: {action!r}")
    if action == "error":
        _tine.unsupported("warnings that are errors are not supported")


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    _check(action)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _check(action)


def resetwarnings():
    pass


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        if record:
            _tine.unsupported("recording warnings is not supported")
        if action is not None:
            _check(action)

    def __enter__(self):
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        return None
