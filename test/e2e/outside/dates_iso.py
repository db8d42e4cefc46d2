# ISO forms of moments: timespec, fractions of seconds, what is none.
# arguments: x
import datetime
import sys

n = len(sys.argv)
d = datetime.datetime(2024, 2, 29, 13, 5, n + 1, 123456)
for s in ["auto", "hours", "minutes", "seconds", "milliseconds", "microseconds"]:
    print(d.isoformat(timespec=s), d.isoformat(" ", s))
for s in ["2024-02-29", "2024-02-29 10", "2024-02-29T10:11:12.5", "2024-02-29T10:11:12.1234567", "2024-02", "x"]:
    try:
        print(datetime.datetime.fromisoformat(s[:20 + n * 10]))
    except ValueError as e:
        print(e)
    try:
        print(datetime.date.fromisoformat(s[:20 + n * 10]))
    except ValueError as e:
        print(e)
try:
    print(d.isoformat(timespec="days"))
except ValueError as e:
    print(e)
