# Lexers, rules and lines that programs take apart by patterns.
import re, sys
def parse(line):
    m = re.match(r"(\w+)=(\d+)", line)
    if m is None:
        return None
    return m.group(1), int(m.group(2))
for line in sys.stdin:
    r = parse(line)
    if r:
        print(r[0], r[1])
    try:
        k = int(re.search(r"(\d+)", line).group(1))
        print("first", k)
    except AttributeError as e:
        print("none:", e)
words = re.split(r"\W+", "a, b c")
print(words, len(re.findall("a", "banana")))
if (m := re.search("n+", "banana")):
    print(m.start())
print([m.group() for m in re.finditer(r"\d+", "1 22 333")], [m.start() for m in re.finditer("a", "banana")])
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.\w+")
print([bool(EMAIL.fullmatch(w)) for w in ["a@b.c", "x", "q@r"]])
class Lexer:
    SPEC = [("NUM", r"\d+"), ("ID", r"[a-z]+"), ("WS", r"\s+"), ("ERR", r".")]
    def __init__(self):
        self.rx = re.compile("|".join(f"(?P<{n}>{p})" for n, p in self.SPEC))
    def lex(self, s):
        for m in self.rx.finditer(s):
            if m.lastgroup == "WS":
                continue
            if m.lastgroup == "ERR":
                raise SyntaxError(f"bad {m.group()!r} at {m.start()}")
            yield m.lastgroup, m.group()
for k, v in Lexer().lex("ab 12 c"):
    print(k, v)
rules = [(re.compile(r"\bcat\b"), "dog"), (re.compile(r"o+"), "0")]
t = sys.argv[0][:0] + "cat book catalog"
for rx, to in rules:
    t = rx.sub(to, t)
print(t)
i = 0
rx = re.compile("[a-z]")
while i < len(t):
    m = rx.match(t, i)
    if m:
        i = m.end()
    else:
        i += 1
print(i)
