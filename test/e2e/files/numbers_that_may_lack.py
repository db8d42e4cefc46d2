# int() and float() of what is None in some runs: tested by the same expression, or an error of the run.
import re

RANGE = re.compile(r"(\d+)(?:-(\d+))?$")
for _ in range(2):
    m = RANGE.match(input())
    low = int(m.group(1))
    high = int(m.group(2)) if m.group(2) else low
    print(low, high, float(m.group(2)) if m.group(2) is not None else 0.5)
print(int(RANGE.match(input()).group(2)))
