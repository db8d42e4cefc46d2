# input() where programs read numbers, and loops that end early.
# in a folder of its own
import sys
import itertools
import random
n, m = map(int, input().split())
print(n + m)
for _ in range(int(input())):
    words = input().split()
    print(len(words), words[0])
a = list(map(int, input().split()))
print(sum(a), max(a))
while True:
    try:
        line = input()
    except EOFError:
        break
    print("rest", line)
with open("i.txt", "w") as f:
    for k in range(6):
        f.write(f"line {k}\n")
def find(path, word):
    with open(path) as f:
        for i, line in enumerate(f):
            if word in line:
                return i
    return -1
print(find("i.txt", "3"), find("i.txt", "9"))
with open("i.txt") as f:
    next(f)
    for line in f:
        if "2" in line:
            continue
        if "4" in line:
            break
        print(line, end="")
    else:
        print("never")
    print(f.read())
with open("i.txt") as f:
    for line in f:
        with open("i.txt") as g:
            for other in g:
                if other == line:
                    print("same", line.strip())
lines = [l.strip() for l in open("i.txt")]
random.seed(3)
random.shuffle(lines)
print(lines, sorted(open("i.txt"), reverse=True)[0])
for line in reversed(list(open("i.txt"))):
    print(line.split()[-1], end=",")
print()
with open("i.txt") as f:
    head = list(itertools.islice(f, 2))
    print(head, len(f.readlines()))
