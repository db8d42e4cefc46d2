# Values from outside: what a command line has, and the end of a run with another value than the
# program was compiled for.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys


def refuse(given, expected, reason, change, status=2):
    sys.stderr.write(f"error: {given}: this program was compiled for {expected} ({reason}); compile it again {change}\n")
    raise SystemExit(status)


class Found:
    """What a command line has for an argument: where (0: nowhere), whether it is
    a value (0), the constant (1) or the default (2), how often, and what."""

    def __init__(self, given, form, count, value):
        self.given = given
        self.form = form
        self.count = count
        self.value = value
