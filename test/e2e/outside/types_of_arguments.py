# arguments: --sizes 1,2,3 --ratio 0.5 --date 2024-01-02
# arguments: --flag TRUE
# arguments: --sizes 1,x
# arguments: --ratio 2
# arguments: --ratio abc
# arguments: --date 2024-1
# arguments: --date a-b-c
# Functions of the program as types of arguments, and what they refuse.
import argparse
def ratio(s):
    v = float(s)
    if not 0 <= v <= 1:
        raise argparse.ArgumentTypeError(f"{s} is not in [0, 1]")
    return v
def date(s):
    y, m, d = s.split("-")
    return (int(y), int(m), int(d))
p = argparse.ArgumentParser()
p.add_argument("--sizes", type=lambda s: [int(v) for v in s.split(",")], default=[4])
p.add_argument("--ratio", type=ratio, default=0.1)
p.add_argument("--date", type=date)
p.add_argument("--flag", type=lambda s: s.lower() in ("1", "true"), default=False)
a = p.parse_args()
print(sum(a.sizes), a.ratio, a.date, a.flag)
