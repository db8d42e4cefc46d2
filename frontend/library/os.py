# os: the environment, and folders.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _outside
import _tine
import os.path
from _streams import Stream

name = "posix"
sep = "/"
linesep = "\n"
pathsep = ":"
curdir = "."
pardir = ".."
devnull = "/dev/null"
error = OSError


def _variable(key):
    """What the environment has, or None."""
    name = "$" + key
    is_set = _tine.outside(name, _tine.system("has_env", key)) != 0
    text = _tine.outside(name, _tine.system("getenv", key))
    reason = _tine.fixed(name)
    if reason is None:
        return text if is_set else None
    example = _tine.environment(key)
    if is_set != (example is not None) or text != (example or ""):
        given = f"{key}={text}" if is_set else f"{key} is not set"
        expected = f"{key} not set" if example is None else f"{key}={example}"
        _outside.refuse(given, expected, reason, "with this value")
    return example


class _Environ:
    """What the program sets itself comes first."""

    def __init__(self):
        self._own = {}

    def __contains__(self, key):
        return True if key in self._own else _variable(key) is not None

    def __getitem__(self, key):
        if key in self._own:
            return self._own[key]
        text = _variable(key)
        if text is None:
            raise KeyError(key)
        return text

    def __setitem__(self, key, value):
        if not isinstance(value, str):
            raise TypeError(f"str expected, not {type(value).__name__}")
        self._own[key] = value

    def get(self, key, default=None):
        if key in self._own:
            return self._own[key]
        text = _variable(key)
        return default if text is None else text

    def setdefault(self, key, value):
        self[key] = self.get(key, value)
        return self[key]

    def pop(self, key, *default):
        _tine.unsupported("variables of the environment cannot be removed")

    def _all(self):
        _tine.unsupported("a walk over the environment is not supported; ask for its variables")

    keys = values = items = copy = __iter__ = __len__ = _all


environ = _Environ()


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(name, value, /):
    environ[name] = value


def getcwd():
    return _tine.system("getcwd")


def getpid():
    return _tine.system("getpid")


def cpu_count():
    return _tine.system("cpu_count")


def sched_getaffinity(pid, /):
    return range(_tine.system("cpu_count"))


def fspath(path):
    if path is None:
        raise TypeError("expected str, bytes or os.PathLike object, not NoneType")
    return path if isinstance(path, str) else path.__fspath__()


def _fail(reason, path, other=None):
    """The error of a call of the system that gave this errno."""
    text = f"[Errno {reason}] " + _tine.file("reason", reason) + f": {path!r}"
    if other is not None:
        text += f" -> {other!r}"
    if reason == 2:
        raise FileNotFoundError(text)
    if reason == 17:
        raise FileExistsError(text)
    if reason == 1 or reason == 13:
        raise PermissionError(text)
    if reason == 20:
        raise NotADirectoryError(text)
    if reason == 21:
        raise IsADirectoryError(text)
    raise OSError(text)


def _checked(reason, path):
    if reason != 0:
        _fail(reason, path)


def mkdir(path, mode=511):
    path = fspath(path)
    _checked(_tine.file("make_folder", path), path)


def makedirs(name, mode=511, exist_ok=False):
    path = fspath(name)
    kind = _tine.system("path_kind", path)
    if kind != 0:
        if not exist_ok or kind != 2:
            _fail(17, path)
    else:
        _make(path)


def _make(path):
    """The folder, and those around it that are not there, outermost first."""
    parts = path.split("/")
    so_far = ""
    for i, part in enumerate(parts):
        so_far = part if i == 0 else so_far + "/" + part
        if so_far != "":
            if _tine.system("path_kind", so_far) == 0:
                mkdir(so_far)


def remove(path):
    path = fspath(path)
    _checked(_tine.file("remove", path), path)


unlink = remove


def rmdir(path):
    path = fspath(path)
    _checked(_tine.file("remove_folder", path), path)


def rename(src, dst):
    src = fspath(src)
    dst = fspath(dst)
    reason = _tine.file("rename", src, dst)
    if reason != 0:
        _fail(reason, src, dst)


replace = rename


def _names(text):
    """Of a text with a NUL behind each name."""
    return text.split("\0")[:-1]


def listdir(path="."):
    path = fspath(path)
    _checked(_tine.file("list_error", path), path)
    return _names(_tine.file("list", path))


def _no_listing(path="."):
    _tine.unsupported("this is not supported; 'listdir' and the module 'glob' tell what is in folders, 'os.path' what is known of a path")


scandir = stat = _no_listing


def _no_names():
    return _tine.data("csv_row", "", ",", "", "")


class _Folders(Stream):
    """walk(): a folder, then those that are left in the list of its folders."""

    def __init__(self, top):
        self._left = _no_names()
        self._left.append(top)
        self._top = top
        self._folders = _no_names()
        self._files = _no_names()

    def _advance(self):
        for name in reversed(self._folders):
            inner = os.path.join(self._top, name)
            if not os.path.islink(inner):
                self._left.append(inner)
        found = False
        while len(self._left) > 0 and not found:
            self._top = self._left.pop()
            found = _tine.file("list_error", self._top) == 0
        names = _names(_tine.file("list", self._top)) if found else _no_names()
        self._folders = [name for name in names if self._is_folder(name)]
        self._files = [name for name in names if not self._is_folder(name)]
        return found

    def _is_folder(self, name):
        return os.path.isdir(os.path.join(self._top, name))

    def _item(self):
        return self._top, self._folders, self._files


def walk(top, topdown=True, onerror=None, followlinks=False):
    if not topdown or onerror is not None or followlinks:
        _tine.unsupported("walk() takes no other arguments than the folder here")
    return _Folders(fspath(top))


def system(command):
    _tine.unsupported("running other programs is not supported")
