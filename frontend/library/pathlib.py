# pathlib: paths as text.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import glob
import io
import os


@_tine.record
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

    def __lt__(self, other):
        return self._path.replace("/", "\0") < other._path.replace("/", "\0")

    def __le__(self, other):
        return not other < self

    def __gt__(self, other):
        return other < self

    def __ge__(self, other):
        return other <= self

    def __hash__(self):
        return hash(self._path)

    @property
    def name(self):
        return "" if self._path == "." else os.path.basename(self._path)

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
        names = [part for part in self._path.split("/") if part != "" and part != "."]
        return tuple(["/"] + names if self._path.startswith("/") else names)

    def relative_to(self, *other):
        base = type(self)(*other)._path
        if base == self._path:
            return type(self)(".")
        begin = "" if base == "." else base if base == "/" else base + "/"
        if not self._path.startswith(begin) or base == "." and self._path.startswith("/"):
            other = "" if base == "." else base
            raise ValueError(f"{self._path!r} is not in the subpath of {other!r} OR one path is relative and the other is absolute.")
        return type(self)(self._path[len(begin):])

    def is_relative_to(self, *other):
        base = type(self)(*other)._path
        if base == ".":
            return not self._path.startswith("/")
        return self._path == base or self._path.startswith(base if base == "/" else base + "/")

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


@_tine.record
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

    def rmdir(self):
        os.rmdir(self._path)

    def unlink(self, missing_ok=False):
        if not missing_ok or self.exists():
            os.remove(self._path)

    def rename(self, target):
        os.rename(self._path, target)
        return Path(os.fspath(target))

    replace = rename

    def touch(self, mode=438, exist_ok=True):
        io.open(self._path, "a").close()

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return io.open(self._path, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        f = io.open(self._path, encoding=encoding, errors=errors)
        text = f.read()
        f.close()
        return text

    def write_text(self, data, encoding=None, errors=None, newline=None):
        f = io.open(self._path, "w", encoding=encoding, errors=errors, newline=newline)
        f.write(data)
        f.close()
        return len(data)

    def iterdir(self):
        return [self / name for name in os.listdir(self._path)]

    def glob(self, pattern):
        prefix = "" if self._path == "." else glob.escape(self._path) + "/"
        found = glob._all(prefix + pattern, 3)
        return [type(self)(path) for path in found]

    def rglob(self, pattern):
        return self.glob("**/" + pattern)

    def read_bytes(self):
        f = io.open(self._path, "rb")
        data = f.read()
        f.close()
        return data

    def write_bytes(self, data):
        f = io.open(self._path, "wb")
        count = f.write(data)
        f.close()
        return count

    def stat(self, *args, **kwargs):
        _tine.unsupported("what the system knows of a file but its size is not supported")


PosixPath = Path
PurePosixPath = PurePath
