# What is a number in some runs and a text in others, from outside of the program.
# arguments:
# arguments: --seed 3
# arguments: --seed 3 --name x --lr 0.5
# arguments: --seed 0 --key b
# arguments: --key other --lr auto
# arguments: --key c --seed 1
import argparse
import json
import os

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int)
parser.add_argument("--name")
parser.add_argument("--key", default="a")
parser.add_argument("--lr", default="auto")
args = parser.parse_args()

# Where a value is used at once.
print(args.seed if args.seed is not None else "-")
print(f"{args.seed if args.seed is not None else 'n/a':>8}|")
print(f"{args.seed or 'none'!r} {args.name or 5}")
print(str(args.seed or "none") + "!", "%s, %s" % (args.seed or "none", args.key))
print(float(os.environ.get("TINE_LR", 0.1)), int(os.environ.get("TINE_N", 3)) + 1)

table = {"a": "1", "b": "2"}
print(int(table.get(args.key, 7)) + 1, table.get(args.key, 7))

# In a variable.
seed = args.seed or "none"
print(seed, [seed], (seed, 1), {"seed": seed})
print(repr(seed), type(seed), type(seed).__name__, type(seed) is int, isinstance(seed, (int, float)))
print(seed == 3, seed != "none", seed in (3, "none"), seed in [1, 2], seed in table, bool(seed))
print(json.dumps({"seed": seed}))


def read_rate(text):
    if text == "auto":
        return text
    return float(text)


rate = read_rate(args.lr)
print("rate", rate)
if rate == "auto":
    rate = 0.25
if isinstance(rate, float):
    print("rate", rate * 2)


def number_of(text):
    return int(text) if text.isdigit() else text


row = [number_of(word) for word in [args.key, "12", args.lr, "7"]]
total = 0
for cell in row:
    if isinstance(cell, int):
        total += cell
    else:
        print("no number:", cell.upper(), len(cell))
print(row, total)


def find(names, name):
    for i, each in enumerate(names):
        if each == name:
            return i
    return "nowhere"


print(find(["a", "b"], args.key), find(["a", "b"], "b"))

# None, a number or a text.
known = None if args.name else seed
print(known, known is None, known == 3, known or "empty")
if known is not None:
    print(type(known).__name__, isinstance(known, str))

# A bool, an int, a float or a text.
several = args.seed == 3 if args.name else rate if args.key == "b" else seed
print(several, type(several).__name__, [several], several == "none")
print("text" if isinstance(several, str) else several + 1)

text = '{"n": 3, "s": "it\'s", "zero": 0}'
record = json.loads(text if args.key != "c" else "{}")
for key in ["n", "s", "zero", args.key]:
    known = record.get(key) or "none"
    print(key, known, [known], f"{known!r}", known == 3, isinstance(known, str))
    known = record[key] if key in record else args.seed or "-"
    print(known, (known, 1), {"known": known}, known == "-", isinstance(known, int))
