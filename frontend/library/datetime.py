# datetime: days and seconds.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import time

import _tine

MINYEAR = 1
MAXYEAR = 9999


@_tine.hidden
class _Ordered:
    """What is compared by `_key`."""

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()


class timedelta(_Ordered):
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        whole_seconds = seconds + 60 * minutes + 3600 * hours + 86400 * (days + 7 * weeks)
        rest = microseconds + 1000 * milliseconds
        if isinstance(whole_seconds, int) and isinstance(rest, int):
            total = whole_seconds * 1000000 + rest
        else:
            total = round(whole_seconds * 1000000 + rest)
        self._us = total

    @property
    def days(self):
        return self._us // 86400000000

    @property
    def seconds(self):
        return self._us % 86400000000 // 1000000

    @property
    def microseconds(self):
        return self._us % 1000000

    def total_seconds(self):
        return self._us / 1000000

    def __str__(self):
        days = self.days
        rest = self.seconds
        text = f"{rest // 3600}:{rest // 60 % 60:02d}:{rest % 60:02d}"
        if self.microseconds != 0:
            text += f".{self.microseconds:06d}"
        if days != 0:
            text = f"{days} day{'' if abs(days) == 1 else 's'}, " + text
        return text

    def __repr__(self):
        parts = []
        if self.days != 0:
            parts.append(f"days={self.days}")
        if self.seconds != 0:
            parts.append(f"seconds={self.seconds}")
        if self.microseconds != 0:
            parts.append(f"microseconds={self.microseconds}")
        return f"datetime.timedelta({', '.join(parts) if len(parts) > 0 else '0'})"

    def __add__(self, other):
        return timedelta(microseconds=self._us + other._us) if isinstance(other, timedelta) else other + self

    def __sub__(self, other):
        return timedelta(microseconds=self._us - other._us)

    def __mul__(self, other):
        return timedelta(microseconds=self._us * other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._us / other._us if isinstance(other, timedelta) else timedelta(microseconds=self._us / other)

    def __floordiv__(self, other):
        return self._us // other._us if isinstance(other, timedelta) else timedelta(microseconds=self._us // other)

    def __neg__(self):
        return timedelta(microseconds=-self._us)

    def __abs__(self):
        return timedelta(microseconds=abs(self._us))

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._us == other._us

    def _key(self):
        return self._us

    def __bool__(self):
        return self._us != 0


def _days_before(year, month, day):
    """Days since the first of March of the year 0, which leap days end."""
    y = year - 1 if month <= 2 else year
    m = month + 9 if month <= 2 else month - 3
    return 365 * y + y // 4 - y // 100 + y // 400 + (153 * m + 2) // 5 + day - 1


_EPOCH = 719468


class date(_Ordered):
    def __init__(self, year, month, day):
        self.year = year
        self.month = month
        self.day = day

    @classmethod
    def today(cls):
        now = time.localtime()
        return date(now.tm_year, now.tm_mon, now.tm_mday)

    def toordinal(self):
        return _days_before(self.year, self.month, self.day) - 305

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isoformat(self):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    __str__ = isoformat

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def strftime(self, format):
        return _tine.system("strftime", format, (_days_before(self.year, self.month, self.day) - _EPOCH) * 86400.0, 1)

    def __sub__(self, other):
        return timedelta(days=self.toordinal() - other.toordinal())

    def __eq__(self, other):
        return isinstance(other, date) and self.toordinal() == other.toordinal()

    def _key(self):
        return self.toordinal()


class datetime(_Ordered):
    """A moment, without a time zone: microseconds of the calendar's days."""

    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        self._us = ((_days_before(year, month, day) - _EPOCH) * 86400 + hour * 3600 + minute * 60 + second) * 1000000 + microsecond

    @classmethod
    def now(cls, tz=None):
        return datetime.fromtimestamp(time.time())

    today = now

    @classmethod
    def utcnow(cls):
        return datetime(1970, 1, 1) + timedelta(seconds=time.time())

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        at = time.localtime(timestamp)
        return datetime(at.tm_year, at.tm_mon, at.tm_mday, at.tm_hour, at.tm_min, at.tm_sec, int(timestamp * 1000000) % 1000000)

    def _field(self, number):
        return _tine.system("local_time", float(self._us // 1000000), 9 + number)

    @property
    def year(self):
        return self._field(0)

    @property
    def month(self):
        return self._field(1)

    @property
    def day(self):
        return self._field(2)

    @property
    def hour(self):
        return self._us // 3600000000 % 24

    @property
    def minute(self):
        return self._us // 60000000 % 60

    @property
    def second(self):
        return self._us // 1000000 % 60

    @property
    def microsecond(self):
        return self._us % 1000000

    def weekday(self):
        return self._field(6)

    def date(self):
        return date(self.year, self.month, self.day)

    def timestamp(self):
        return self._us / 1000000

    def strftime(self, format):
        return _tine.system("strftime", format.replace("%f", f"{self.microsecond:06d}"), float(self._us // 1000000), 1)

    def isoformat(self, sep="T", timespec="auto"):
        text = self.strftime(f"%Y-%m-%d{sep}%H:%M:%S")
        if timespec == "seconds" or timespec == "auto" and self.microsecond == 0:
            return text
        return text + f".{self.microsecond:06d}"

    def __str__(self):
        return self.isoformat(" ")

    def __add__(self, other):
        return _moment(self._us + other._us)

    def __sub__(self, other):
        return timedelta(microseconds=self._us - other._us) if isinstance(other, datetime) else _moment(self._us - other._us)

    def __eq__(self, other):
        return isinstance(other, datetime) and self._us == other._us

    def _key(self):
        return self._us


def _moment(us):
    result = datetime(1970, 1, 1)
    result._us = us
    return result
