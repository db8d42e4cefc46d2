# datetime: days and seconds.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import time
from collections import namedtuple

import _tine

MINYEAR = 1
MAXYEAR = 9999


@_tine.hidden
class _Ordered:
    """What is compared by `_key`."""

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._key())

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()


@_tine.record
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

    __hash__ = _Ordered.__hash__

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


def _days_in(year, month):
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _check_date(year, month, day):
    if year < MINYEAR or year > MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if month < 1 or month > 12:
        raise ValueError("month must be in 1..12")
    if day < 1 or day > _days_in(year, month):
        raise ValueError("day is out of range for month")


def _check_time(hour, minute, second, microsecond):
    if hour < 0 or hour > 23:
        raise ValueError("hour must be in 0..23")
    if minute < 0 or minute > 59:
        raise ValueError("minute must be in 0..59")
    if second < 0 or second > 59:
        raise ValueError("second must be in 0..59")
    if microsecond < 0 or microsecond > 999999:
        raise ValueError("microsecond must be in 0..999999")


def _civil(days):
    """Year, month and day of a number of days since the first of March of the year 0."""
    era = days // 146097
    rest = days % 146097
    year = (rest - rest // 1460 + rest // 36524 - rest // 146096) // 365
    day = rest - (365 * year + year // 4 - year // 100)
    month = (5 * day + 2) // 153
    return (year + era * 400 + (1 if month > 9 else 0), month + 3 if month < 10 else month - 9, day - (153 * month + 2) // 5 + 1)


def _from_ordinal(number):
    if number < 1 or number > 3652059:
        raise OverflowError("date value out of range")
    year, month, day = _civil(number + 305)
    return date(year, month, day)


class IsoCalendarDate(namedtuple("IsoCalendarDate", ["year", "week", "weekday"])):
    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self.year}, week={self.week}, weekday={self.weekday})"


def _iso(day):
    """The week has the year of its Thursday."""
    thursday = _from_ordinal(day.toordinal() + 3 - day.weekday())
    week = (thursday.toordinal() - date(thursday.year, 1, 1).toordinal()) // 7 + 1
    return IsoCalendarDate(thursday.year, week, day.weekday() + 1)


@_tine.record
class date(_Ordered):
    def __init__(self, year, month, day):
        # Attributes first: where a handler is for the error, all paths have them.
        self.year = year
        self.month = month
        self.day = day
        _check_date(year, month, day)

    @classmethod
    def today(cls):
        now = time.localtime()
        return date(now.tm_year, now.tm_mon, now.tm_mday)

    @classmethod
    def fromordinal(cls, n):
        return _from_ordinal(n)

    @classmethod
    def fromisoformat(cls, date_string):
        found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", date_string, re.ASCII)
        if not found:
            if re.fullmatch(r"\d{8}|\d{4}-?W\d.*", date_string, re.ASCII):
                raise NotImplementedError("fromisoformat() takes the form 2024-02-29")
            raise ValueError(f"Invalid isoformat string: {date_string!r}")
        return date(int(found.group(1)), int(found.group(2)), int(found.group(3)))

    def replace(self, year=None, month=None, day=None):
        return date(self.year if year is None else year, self.month if month is None else month, self.day if day is None else day)

    def isocalendar(self):
        return _iso(self)

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

    def __add__(self, other):
        return _from_ordinal(self.toordinal() + other.days)

    __radd__ = __add__

    def __sub__(self, other):
        return _from_ordinal(self.toordinal() - other.days) if isinstance(other, timedelta) else timedelta(days=self.toordinal() - other.toordinal())

    def __eq__(self, other):
        return isinstance(other, date) and self.toordinal() == other.toordinal()

    __hash__ = _Ordered.__hash__

    def _key(self):
        return self.toordinal()


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


@_tine.record
class datetime(_Ordered):
    """A moment, without a time zone: microseconds of the calendar's days."""

    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        if tzinfo is not None:
            _tine.unsupported("time zones are not supported")
        self._us = ((_days_before(year, month, day) - _EPOCH) * 86400 + hour * 3600 + minute * 60 + second) * 1000000 + microsecond
        _check_date(year, month, day)
        _check_time(hour, minute, second, microsecond)

    @classmethod
    def now(cls, tz=None):
        if tz is not None:
            _tine.unsupported("time zones are not supported")
        return datetime.fromtimestamp(time.time())

    today = now

    @classmethod
    def utcnow(cls):
        return datetime(1970, 1, 1) + timedelta(seconds=time.time())

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        if tz is not None:
            _tine.unsupported("time zones are not supported; use gmtime() of the module 'time'")
        at = time.localtime(timestamp)
        return datetime(at.tm_year, at.tm_mon, at.tm_mday, at.tm_hour, at.tm_min, at.tm_sec, int(timestamp * 1000000) % 1000000)

    @classmethod
    def strptime(cls, date_string, format):
        return _parsed(date_string, format)

    @classmethod
    def combine(cls, date, time):
        _tine.unsupported("write the parts of the date and the time as arguments of datetime()")

    @classmethod
    def fromisoformat(cls, date_string):
        found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:.(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?)?", date_string, re.ASCII)
        if not found:
            if re.fullmatch(r"(?:\d{8}|\d{4}-?W\d|\d{4}-\d\d-\d\d.\d).*", date_string, re.ASCII):
                raise NotImplementedError("fromisoformat() takes the form 2024-02-29T23:59:59.999999, without a time zone")
            raise ValueError(f"Invalid isoformat string: {date_string!r}")
        hour = found.group(4) or "0"
        minute = found.group(5) or "0"
        second = found.group(6) or "0"
        part = (found.group(7) or "").ljust(6, "0")[:6]
        return datetime(int(found.group(1)), int(found.group(2)), int(found.group(3)), int(hour), int(minute), int(second), int(part))

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None):
        return datetime(self.year if year is None else year, self.month if month is None else month, self.day if day is None else day,
                        self.hour if hour is None else hour, self.minute if minute is None else minute,
                        self.second if second is None else second, self.microsecond if microsecond is None else microsecond)

    def isocalendar(self):
        return _iso(self.date())

    def isoweekday(self):
        return self.weekday() + 1

    def toordinal(self):
        return self.date().toordinal()

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

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        if self.second != 0 or self.microsecond != 0:
            parts.append(self.second)
        if self.microsecond != 0:
            parts.append(self.microsecond)
        return f"datetime.datetime({', '.join([str(part) for part in parts])})"

    def strftime(self, format):
        return _tine.system("strftime", format.replace("%f", f"{self.microsecond:06d}"), float(self._us // 1000000), 1)

    def isoformat(self, sep="T", timespec="auto"):
        if timespec not in ("auto", "hours", "minutes", "seconds", "milliseconds", "microseconds"):
            raise ValueError("Unknown timespec value")
        text = f"{self.year:04d}-{self.month:02d}-{self.day:02d}{sep}{self.hour:02d}"
        if timespec == "hours":
            return text
        text += f":{self.minute:02d}"
        if timespec == "minutes":
            return text
        text += f":{self.second:02d}"
        if timespec == "seconds" or timespec == "auto" and self.microsecond == 0:
            return text
        return text + (f".{self.microsecond // 1000:03d}" if timespec == "milliseconds" else f".{self.microsecond:06d}")

    def __str__(self):
        return self.isoformat(" ")

    def __add__(self, other):
        return _moment(self._us + other._us)

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta(microseconds=self._us - other._us) if isinstance(other, datetime) else _moment(self._us - other._us)

    def __eq__(self, other):
        return isinstance(other, datetime) and self._us == other._us

    __hash__ = _Ordered.__hash__

    def _key(self):
        return self._us


datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)


def _moment(us):
    if us < datetime.min._us or us > datetime.max._us:
        raise OverflowError("date value out of range")
    year, month, day = _civil(us // 86400000000 + _EPOCH)
    return datetime(year, month, day, us // 3600000000 % 24, us // 60000000 % 60, us // 1000000 % 60, us % 1000000)


_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]

def _pattern(format):
    """The expression for a format, whose directives match as in CPython's _strptime.py."""
    if "%%" in format:
        _tine.unsupported("the directive '%%' of strptime() is not supported")
    format = format.replace("%c", "%a %b %d %H:%M:%S %Y").replace("%x", "%m/%d/%y").replace("%X", "%H:%M:%S").replace("%T", "%H:%M:%S")
    text = format.replace("\\", "\\\\").replace(".", r"\.").replace("(", r"\(").replace(")", r"\)").replace("[", r"\[").replace("]", r"\]")
    text = text.replace("+", r"\+").replace("*", r"\*").replace("?", r"\?").replace("^", r"\^").replace("$", r"\$").replace("|", r"\|")
    text = text.replace("{", r"\{").replace("}", r"\}")
    text = text.replace("\t", " ").replace("\n", " ").replace("    ", " ").replace("  ", " ").replace("  ", " ").replace(" ", r"\s+")
    text = text.replace("%d", r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])").replace("%f", "(?P<f>[0-9]{1,6})")
    text = text.replace("%H", r"(?P<H>2[0-3]|[0-1]\d|\d)").replace("%I", "(?P<I>1[0-2]|0[1-9]|[1-9])")
    text = text.replace("%j", r"(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])")
    text = text.replace("%m", "(?P<m>1[0-2]|0[1-9]|[1-9])").replace("%M", r"(?P<M>[0-5]\d|\d)").replace("%S", r"(?P<S>6[0-1]|[0-5]\d|\d)")
    text = text.replace("%y", r"(?P<y>\d\d)").replace("%Y", r"(?P<Y>\d\d\d\d)").replace("%p", "(?P<p>am|pm)")
    text = text.replace("%B", "(?P<B>september|february|november|december|january|october|august|march|april|june|july|may)")
    text = text.replace("%b", "(?P<b>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
    text = text.replace("%A", "(?P<A>wednesday|thursday|saturday|tuesday|monday|friday|sunday)").replace("%a", "(?P<a>mon|tue|wed|thu|fri|sat|sun)")
    if "%" in text:
        _tine.unsupported(f"a directive of the format {format!r} of strptime() is not supported")
    return text


def _parsed(text, format):
    given = format.replace("%c", "%a %b %d %H:%M:%S %Y").replace("%x", "%m/%d/%y").replace("%X", "%H:%M:%S").replace("%T", "%H:%M:%S")
    found = re.match(_pattern(format), text, re.IGNORECASE)
    if not found:
        raise ValueError(f"time data {text!r} does not match format {format!r}")
    if len(text) != found.end():
        raise ValueError(f"unconverted data remains: {text[found.end():]}")
    year, month, day, hour, minute, second, part = 1900, 1, 1, 0, 0, 0, 0
    if "%Y" in given:
        year = int(found.group("Y"))
    elif "%y" in given:
        year = int(found.group("y"))
        year += 2000 if year <= 68 else 1900
    if "%m" in given:
        month = int(found.group("m"))
    elif "%B" in given:
        month = _MONTHS.index(found.group("B").lower()) + 1
    elif "%b" in given:
        month = [name[:3] for name in _MONTHS].index(found.group("b").lower()) + 1
    if "%d" in given:
        day = int(found.group("d"))
    if "%H" in given:
        hour = int(found.group("H"))
    elif "%I" in given:
        hour = int(found.group("I")) % 12
        if "%p" in given and found.group("p").lower() == "pm":
            hour += 12
    if "%M" in given:
        minute = int(found.group("M"))
    if "%S" in given:
        second = int(found.group("S"))
    if "%f" in given:
        part = int(found.group("f").ljust(6, "0"))
    if "%j" in given:
        if "%m" in given or "%d" in given or "%b" in given or "%B" in given:
            _tine.unsupported("'%j' beside a month or day of strptime() is not supported")
        first = _from_ordinal(date(year, 1, 1).toordinal() + int(found.group("j")) - 1)
        year, month, day = first.year, first.month, first.day
    return datetime(year, month, day, hour, minute, second, part)
