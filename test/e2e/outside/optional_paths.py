# A path that may be None, by several ways of saying another one: it stays free.
# in a folder of its own
# arguments:
# arguments: --out one.txt --more two.txt --third three.txt
import argparse
import os

parser = argparse.ArgumentParser()
parser.add_argument("--out")
parser.add_argument("--more", default=None)
parser.add_argument("--third")
args = parser.parse_args()
with open(args.out or "a.txt", "w") as file:
    file.write("first\n")
with open(args.more if args.more is not None else "b.txt", "w") as file:
    file.write("second one\n")
if args.third is None:
    args.third = "c.txt"
with open(args.third, "w") as file:
    file.write("third of them\n")
for name in sorted(os.listdir(".")):
    if name.endswith(".txt"):
        print(name, os.path.getsize(name))
