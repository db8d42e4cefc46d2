# in a folder of its own
# Idioms of programs that read files: handlers, walrus, comprehensions, map.
import json
import os
import sys
from pathlib import Path

path = Path("cfg.json")
path.write_text(json.dumps({"lr": 0.5, "names": ["a", "b"], "deep": {"x": [[1, 2], [3]]}}))
cfg = json.loads(path.read_text())
lr = float(cfg["lr"])
print(lr * 2)
names = [str(n) for n in cfg["names"]]
print(names, cfg["deep"]["x"][1][0])
def load(p, default=None):
    if not os.path.exists(p):
        return default
    with open(p) as f:
        return f.read()
print(load("cfg.json"), load("none.json"))
for p in ["cfg.json", "none.json"]:
    try:
        with open(p) as f:
            data = f.read()
    except FileNotFoundError:
        data = ""
    print(len(data))
def parse(line):
    try:
        return int(line)
    except ValueError:
        return -1
print([parse(x) for x in ["1", "b", "3"]])
with open("x.txt", "w") as f:
    f.write("3\nfoo\n4\n")
good = []
bad = 0
with open("x.txt") as f:
    for line in f:
        try:
            v = int(line)
        except ValueError:
            bad += 1
            continue
        good.append(v)
print(good, bad)
with open("x.txt") as f:
    all_lines = f.readlines()
    first, rest = all_lines[0], all_lines[1:]
print(first, rest)
with open("x.txt") as f:
    text = f.read().strip().split("\n")
print(text)
with open("x.txt") as f:
    while True:
        line = f.readline()
        if not line:
            break
        print(line.strip(), end=" ")
print()
with open("x.txt") as f:
    while (line := f.readline()):
        print(line.strip(), end=" ")
print()
chars = sorted(list(set(open("x.txt").read())))
print(chars)
stoi = {c: i for i, c in enumerate(chars)}
print(stoi["f"], len(stoi))
for i, (a, b) in enumerate(zip(open("x.txt"), [10, 20])):
    print(i, a.strip(), b)
log = open("log.txt", "w")
for i in range(3):
    print(f"step {i}", file=log, flush=True)
log.close()
print(sum(1 for _ in open("log.txt")), any("2" in l for l in open("log.txt")), [l for l in open("log.txt") if "1" in l])
lines = map(str.strip, open("log.txt"))
print(list(lines))
print(max(len(l) for l in open("log.txt")), " ".join(l.strip() for l in open("log.txt")))
words = [w for l in open("log.txt") for w in l.split()]
print(words)
sys.stdout.write("done\n")
sys.stderr.write("err\n")
