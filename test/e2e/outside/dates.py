# Dates of the calendar: what is no date is a ValueError; formats, ISO forms, weeks, differences.
# arguments: 2024-02-29 2023-02-29 2024-13-01 1999-12-31 2021-01-03 x 2024-00-10
# arguments: 0001-01-01 9999-12-31 2000-02-29 1900-02-29
import sys
from datetime import date, datetime, timedelta


def day_of(text):
    try:
        d = datetime.strptime(text, "%Y-%m-%d")
    except ValueError as error:
        print(text, "->", error)
        return date.max
    return d.date()


for word in sys.argv[1:]:
    d = day_of(word)
    if d != date.max:
        print(d, d.year, d.month, d.day, d.weekday(), d.strftime("%d.%m.%y"), d.toordinal())
    try:
        year, month, day = [int(part) for part in word.split("-")]
        when = date(year, month, day)
        print(when.isoformat(), when.isocalendar(), when.isoweekday(), when < date(2022, 5, 1))
    except ValueError as error:
        print("no date:", error)
    try:
        print(repr(date.fromisoformat(word)))
    except ValueError as error:
        print(error)
first, last = date.max, date.min
for word in sys.argv[1:]:
    d = day_of(word)
    if d != date.max:
        first, last = min(first, d), max(last, d)
print(first, last, (last - first).days)
print(datetime.strptime("10/Oct/2023:13:55:36", "%d/%b/%Y:%H:%M:%S"), datetime.strptime("3 march 98 1:05 PM", "%d %B %y %I:%M %p"))
print(repr(datetime.strptime("2024-01-02 03:04:05.678", "%Y-%m-%d %H:%M:%S.%f")), datetime.strptime("2024 060", "%Y %j").date())
print(datetime.fromisoformat("2024-01-02T03:04:05"), repr(datetime.fromisoformat("2024-01-02")), datetime(2024, 1, 31).replace(month=3, day=1))
print(date(2024, 2, 28) + timedelta(days=2), date(2024, 3, 1) - timedelta(weeks=1), date(2024, 3, 1) - date(2023, 3, 1))
print(datetime(2024, 1, 1, 12) + timedelta(hours=13, minutes=5), datetime(2024, 1, 2) - datetime(2024, 1, 1, 18), date.fromordinal(738000))
for text, form in (("12:30", "%H:%M:%S"), ("2024-1-5x", "%Y-%m-%d"), ("99", "%d")):
    try:
        print(datetime.strptime(text, form))
    except ValueError as error:
        print(error)
for bad in ((2024, 4, 31, 0, 0), (2024, 1, 1, 24, 0), (2024, 1, 1, 0, 60)):
    try:
        print(datetime(*bad))
    except ValueError as error:
        print(error)
day = date(2023, 12, 30)
while day < date(2024, 1, 3):
    print(day, day.strftime("%a %b"), end="; ")
    day += timedelta(days=1)
print()

# They may be in lists, tuples and dicts of the run.
days = []
for word in sys.argv[1:]:
    try:
        days.append((datetime.strptime(word, "%Y-%m-%d"), len(days)))
    except ValueError:
        continue
days.sort()
print(days, [str(when.date()) for when, number in days])
by_month = {}
for when, number in days:
    by_month.setdefault(when.month, []).append(when)
for month in sorted(by_month):
    print(month, min(by_month[month]), len(by_month[month]))
latest = None
for when, number in days:
    if latest is None or when > latest:
        latest = when
print(latest, "-" if latest is None else latest.strftime("%A"))
