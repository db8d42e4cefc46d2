# pathlib: paths as text.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import os


class PurePath:
    def __init__(self, *pathsegments):
        whole = ""
        for segment in pathsegments:
            whole = os.path.join(whole, segment)
        self._path = _plain(whole)

    def __str__(self):
        return self._path

    def __fspath__(self):
        return self._path

    def __repr__(self):
        return f"PosixPath({self._path!r})"

    def __truediv__(self, key):
        return type(self)(self._path, key)

    def __rtruediv__(self, key):
        return type(self)(key, self._path)

    def __eq__(self, other):
        return isinstance(other, PurePath) and self._path == other._path

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._path)

    @property
    def name(self):
        return os.path.basename(self._path)

    @property
    def suffix(self):
        return os.path.splitext(self.name)[1]

    @property
    def stem(self):
        return os.path.splitext(self.name)[0]

    @property
    def parent(self):
        head = os.path.dirname(self._path)
        return type(self)("." if head == "" else head)

    @property
    def parts(self):
        names = [part for part in self._path.split("/") if part != ""]
        return tuple(["/"] + names if self._path.startswith("/") else names)

    def as_posix(self):
        return self._path

    def is_absolute(self):
        return self._path.startswith("/")

    def joinpath(self, *pathsegments):
        return type(self)(self._path, *pathsegments)

    def with_name(self, name):
        return self.parent / name

    def with_suffix(self, suffix):
        return self.parent / (self.stem + suffix)


def _plain(path):
    """Without what means nothing in a path; `..` stays."""
    kept = [part for part in path.split("/") if part != "" and part != "."]
    text = ("/" if path.startswith("/") else "") + "/".join(kept)
    return "." if text == "" else text


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser("~"))

    def exists(self):
        return os.path.exists(self._path)

    def is_file(self):
        return os.path.isfile(self._path)

    def is_dir(self):
        return os.path.isdir(self._path)

    def absolute(self):
        return Path(os.path.abspath(self._path))

    resolve = absolute

    def expanduser(self):
        return Path(os.path.expanduser(self._path))

    def mkdir(self, mode=511, parents=False, exist_ok=False):
        if parents or exist_ok and self.is_dir():
            os.makedirs(self._path, exist_ok=exist_ok)
        else:
            os.mkdir(self._path)

    def unlink(self, missing_ok=False):
        if not missing_ok or self.exists():
            os.remove(self._path)

    def write_text(self, data):
        _tine.write_file(self._path, data)
        return len(data)

    def _reads(self, *args, **kwargs):
        _tine.unsupported("reading files and folders is not supported")

    read_text = read_bytes = open = iterdir = glob = rglob = stat = _reads


PosixPath = Path
PurePosixPath = PurePath
