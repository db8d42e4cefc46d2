# hashlib: MD5.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from _bytes import raw_of


class _Md5:
    name = "md5"
    digest_size = 16
    block_size = 64

    def __init__(self, data):
        self._data = raw_of(data)

    def update(self, data, /):
        self._data = self._data + raw_of(data)

    def hexdigest(self):
        return _tine.data("bytes_md5", self._data)


def md5(string=b"", *, usedforsecurity=True):
    return _Md5(string)
