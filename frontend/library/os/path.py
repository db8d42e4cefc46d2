# os.path: paths as text, and what is there.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import os

sep = "/"
pardir = ".."
curdir = "."


def _text(path):
    return path if isinstance(path, str) else path.__fspath__()


def join(path, *paths):
    path = _text(path)
    for part in paths:
        part = _text(part)
        if part.startswith("/"):
            path = part
        elif path == "" or path.endswith("/"):
            path = path + part
        else:
            path = path + "/" + part
    return path


def split(p):
    p = _text(p)
    cut = p.rfind("/") + 1
    head = p[:cut]
    stripped = head.rstrip("/")
    return (head if stripped == "" else stripped, p[cut:])


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    """The dots that a name begins with are no extension."""
    p = _text(p)
    name = p[p.rfind("/") + 1:]
    dot = name.rfind(".")
    if dot <= 0 or name[:dot].strip(".") == "":
        return (p, "")
    cut = len(p) - len(name) + dot
    return (p[:cut], p[cut:])


def relpath(path, start="."):
    if _text(path) == "":
        raise ValueError("no path specified")
    there = [part for part in abspath(path).split("/") if part != ""]
    here = [part for part in abspath(start).split("/") if part != ""]
    shared = 0
    while shared < min(len(there), len(here)) and there[shared] == here[shared]:
        shared += 1
    parts = [".."] * (len(here) - shared) + there[shared:]
    return "/".join(parts) if len(parts) > 0 else "."


def isabs(s):
    return _text(s).startswith("/")


def normpath(path):
    path = _text(path)
    kept = []
    for part in path.split("/"):
        if part == ".." and len(kept) > 0 and kept[-1] != "..":
            kept.pop()
        elif part == ".." and path.startswith("/"):
            continue
        elif part != "" and part != ".":
            kept.append(part)
    text = ("/" if path.startswith("/") else "") + "/".join(kept)
    return "." if text == "" else text


def abspath(path):
    path = _text(path)
    return normpath(path if path.startswith("/") else os.getcwd() + "/" + path)


realpath = abspath


def expanduser(path):
    path = _text(path)
    if path == "~" or path.startswith("~/"):
        return os.environ.get("HOME", "/root") + path[1:]
    return path


def exists(path):
    return _tine.system("path_kind", _text(path)) != 0


lexists = exists


def isfile(path):
    return _tine.system("path_kind", _text(path)) == 1


def isdir(s):
    return _tine.system("path_kind", _text(s)) == 2


def islink(path):
    return _tine.system("is_link", _text(path)) != 0


def getsize(filename):
    path = _text(filename)
    size = _tine.file("size", path)
    if size < 0:
        os._fail(-size, path)
    return size


def getmtime(filename):
    path = _text(filename)
    moment = _tine.file("changed", path)
    if moment < 0:
        os._fail(int(-moment), path)
    return moment
