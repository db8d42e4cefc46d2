# Regular expressions on texts of the run.
import re
import sys
from collections import Counter

TOKEN = re.compile(r"(?P<num>\d+(?:\.\d+)?)|(?P<id>[A-Za-z_]\w*)|(?P<op>[-+*/=()])|(?P<skip>\s+)")
LINE = re.compile(r"^(?P<day>\S+) (?P<level>\w+) \[(\w+)\] took (\d+) ms$", re.I)


def tokenize(code):
    out = []
    for found in TOKEN.finditer(code):
        kind = found.lastgroup
        if kind == "skip":
            continue
        out.append((kind, found.group()))
    return out


print(tokenize(input()))
print(re.sub(r"\s+", " ", input()))
print(re.sub(r"(\w+)@(?P<host>\w+)", r"\g<host> at \1", input()))
print(re.split(r"[,;]\s*", input()))
s = input()
m = re.search(r"(\d+)-(\d+)", s)
if m is not None:
    a, b = map(int, m.groups())
    print(a + b, m.start(), m.end(), m.span(2), s[m.end():], m)
m = re.search(r"(?i)HELLO", s)
print(bool(m), m is None)
if m:
    print(m.group(0), m[0])
print(re.sub(r"\d+", lambda m: str(int(m.group()) * 2), s), re.subn("[a-z]", "", s, count=3))
print(re.findall(r"(\w)(\d)", s), re.findall(r"(\w+)=", s), re.findall(r"x*", s))
for _ in range(3):
    try:
        pattern = re.compile(input())
        print([w for w in ("abc", "xbz", "é b") if pattern.search(w)], pattern.pattern)
    except re.error as e:
        print("bad pattern:", e)
m = re.match(r"(?P<key>\w+)\s*=\s*(?P<value>.*)", input())
d = m.groupdict()
print(d["key"], d["value"], m["key"], m.lastindex)
print(re.escape("a.b*c"), re.fullmatch(r"\d{3}", "123") is not None, re.split(r"(-)", "a-b-c", maxsplit=1))
print(re.search(r"x(a)?", "xb").group(1), re.findall("é+", "caféé é"), re.search("b", "é b").span())
m = re.match(r"(\d+)(?:-(\d+))?$", input())
if m:
    last = m.group(2)
    print(int(m.group(1)), int(last) if last else None, m.groups("?"))
levels = Counter()
for line in sys.stdin:
    m = LINE.match(line)
    if not m:
        print("no line:", line.rstrip())
        continue
    day, level, part, ms = m.groups()
    levels[level.upper()] += int(ms)
    print(m.group("day"), part, m.group(1, 4))
print(levels)
print(re.compile("^#.*$", re.MULTILINE).sub("", "a\n# b\nc"), re.search("a.b", "a\nb", re.S).group() == "a\nb")
print(re.search("z", "abc"), re.match("b", "abc"))
