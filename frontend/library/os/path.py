# os.path: what is only text.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

sep = "/"


def join(path, *paths):
    for part in paths:
        if part.startswith("/"):
            path = part
        elif path == "" or path.endswith("/"):
            path = path + part
        else:
            path = path + "/" + part
    return path


def basename(path):
    return path.split("/")[-1]


def isabs(path):
    return path.startswith("/")
