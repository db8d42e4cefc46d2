# in a folder of its own
# Text files: modes, lines and what ends them, order with print, closing.
import os
import sys


def count_words(path):
    counts = {}
    with open(path) as f:
        for line in f:
            for word in line.lower().split():
                counts[word] = counts.get(word, 0) + 1
    return counts


with open("a.txt", "w") as f:
    print(f.name, f.mode, f.closed)
    n = f.write("the cat\n")
    f.write("the dög\n")
    f.writelines(["and the\n", "bird\n"])
    print("x", 3, 1.5, sep="-", file=f)
    print(n)
print(f.closed)
print(count_words("a.txt"))
with open("a.txt", "a", encoding="utf-8") as f:
    f.write("more")
with open("a.txt") as f:
    for i, line in enumerate(f, start=1):
        print(i, repr(line), len(line))
f = open("a.txt", "rt")
print(f.readline(), end="")
print(repr(f.read(5)), repr(f.read(3)))
print(f.readlines())
print(repr(f.read()), repr(f.readline()))
f.seek(0)
print(repr(f.readline()))
f.close()
for kept in (None, "", "\n"):
    with open("Inputs/ends.txt", newline=kept) as f:
        print([line for line in f])
with open("Inputs/ends.txt") as f:
    print(f.read(4), f.read(2).split(), list(f))
with open("Inputs/ends.txt", newline="") as f, open("copy.txt", "w", newline="") as g:
    for line in f:
        g.write(line)
print(open("copy.txt", newline="").read() == open("Inputs/ends.txt", newline="").read(), os.path.getsize("copy.txt"))

with open("big.txt", "w") as f:
    for i in range(5000):
        f.write(f"line {i} with ä and more\n")
total = 0
longest = ""
with open("big.txt") as f:
    for line in f:
        total += int(line.split()[1])
        if len(line) > len(longest):
            longest = line
print(total, longest.strip())
with open("big.txt") as f:
    first = [next(f).strip() for _ in range(2)]
    rest = sum(1 for line in f)
    print(first, rest, next(f, "none"))
with open("big.txt") as f, open("a.txt") as g:
    for i, (a, b) in enumerate(zip(f, g)):
        print(i, a.split()[1], b.strip())

try:
    with open("a.txt", "x") as f:
        f.write("no")
except FileExistsError as e:
    print("exists:", e, e.errno, e.filename)
try:
    open("nowhere/b.txt", "w")
except OSError as e:
    print(type(e).__name__, e.errno, e.strerror, e.filename)
try:
    f = open("nowhere.txt")
    print(f.read())
except FileNotFoundError:
    print("not found")
finally:
    print("done")
try:
    f = open("/", "r")
except IsADirectoryError as e:
    print(e)
try:
    open("a.txt", "q")
except ValueError as e:
    print(e)

unclosed = open("late.txt", "w")
unclosed.write("written out\n")
print(open("a.txt").read().count("the"))
source = open("a.txt") if len(sys.argv) < 5 else sys.stdin
print(len(source.readlines()))
print("end", file=sys.stdout)
with open("Inputs/latin.txt") as f:
    for line in f:
        print(line)
