# time: clocks are built in; this waits, and knows the calendar.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import time

timezone = 0
tzname = ("UTC", "UTC")


def sleep(secs, /):
    if secs < 0:
        raise ValueError("sleep length must be non-negative")
    _tine.system("sleep", float(secs))


class struct_time:
    """The calendar at a moment, which it keeps."""

    def __init__(self, seconds, utc):
        self._seconds = seconds
        self._utc = utc
        first = 9 if utc else 0
        self.tm_year = _tine.system("local_time", seconds, first)
        self.tm_mon = _tine.system("local_time", seconds, first + 1)
        self.tm_mday = _tine.system("local_time", seconds, first + 2)
        self.tm_hour = _tine.system("local_time", seconds, first + 3)
        self.tm_min = _tine.system("local_time", seconds, first + 4)
        self.tm_sec = _tine.system("local_time", seconds, first + 5)
        self.tm_wday = _tine.system("local_time", seconds, first + 6)
        self.tm_yday = _tine.system("local_time", seconds, first + 7)
        self.tm_isdst = _tine.system("local_time", seconds, first + 8)

    def _fields(self):
        return (self.tm_year, self.tm_mon, self.tm_mday, self.tm_hour, self.tm_min, self.tm_sec, self.tm_wday, self.tm_yday, self.tm_isdst)

    def __getitem__(self, index):
        return self._fields()[index]

    def __len__(self):
        return 9

    def __iter__(self):
        return iter(self._fields())


def localtime(secs=None):
    return struct_time(time.time() if secs is None else float(secs), False)


def gmtime(secs=None):
    return struct_time(time.time() if secs is None else float(secs), True)


def mktime(t):
    return float(int(t._seconds))


def strftime(format, t=None):
    if t is None:
        return _tine.system("strftime", format, time.time(), 0)
    return _tine.system("strftime", format, t._seconds, 1 if t._utc else 0)


def asctime(t=None):
    return strftime("%a %b %e %H:%M:%S %Y", t)


def ctime(secs=None):
    return asctime(localtime(secs))
