# The end of a run with another value from outside than was compiled for.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys


def refuse(given, expected, reason, change):
    sys.stderr.write(f"error: {given}: this program was compiled for {expected} ({reason}); compile it again {change}\n")
    raise SystemExit(2)
