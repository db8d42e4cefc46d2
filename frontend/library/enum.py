# enum: decorators. The classes are built in.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

def unique(enumeration):
    return enumeration


verify = unique
