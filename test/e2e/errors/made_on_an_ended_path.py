# An error in a program that reads its input looks for what it may be about, also
# in what was made on paths that have ended.
# expect: COMPILE ERROR 15 run
import sys, torch

lines = sys.stdin.read().strip().split("\n")
known = {}
try:
    for line in lines:
        number = int(line.strip().replace("_", ""))
        parts = line[::-1].split("=")
        known[line] = number
        print(parts, parts[1:], known[line])
        print(torch.zeros(6).view(number, 2))
except Exception as e:
    print("bad", e)
