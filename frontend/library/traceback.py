# traceback: errors know their text; where they were raised is printed only where they end the program.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys


def print_exc(limit=None, file=None, chain=True):
    sys.stderr.write("Traceback (most recent call last):\n  (not kept)\n")


def format_exc(limit=None, chain=True):
    return "Traceback (most recent call last):\n  (not kept)\n"


print_stack = print_exc
