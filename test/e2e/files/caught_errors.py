# in a folder of its own
# Errors while files are read and written go to handlers, wherever the call stands.
import contextlib
import csv
import json
import os
import sys
from pathlib import Path


def first_line(path):
    try:
        with open(path) as f:
            return f.readline().strip()
    except UnicodeDecodeError as e:
        return f"bad text: {e}"


def lines_of(path):
    try:
        with open(path) as f:
            return [line.strip() for line in f if line != "\n"]
    except (OSError, ValueError) as e:
        print(type(e).__name__, e)
        return ["nothing"]


def count(path):
    total = 0
    try:
        with open(path, encoding="utf-8") as f:
            for line in f:
                total += int(line.split()[1])
    except FileNotFoundError:
        return -1
    except UnicodeDecodeError:
        print("not text behind", total)
        return -2
    except ValueError as e:
        print(e, "behind", total)
        return -3
    return total


def while_there(path):
    n = 0
    try:
        f = open(path)
        while (line := f.readline()) != "":
            n += len(line)
        f.close()
    except ValueError:
        print("stopped behind", n)
    return n


def saved(path, text):
    try:
        with open(path, "w") as f:
            f.write(text)
    except OSError as e:
        print(e.errno, e.strerror, type(e).__name__)
        return False
    else:
        print("written")
    finally:
        print("done")
    return True


def copy(path, word):
    try:
        with open(path) as f:
            text = f.read()
        print(len(text), int(word))
        names = text.split()
        for name in names[:2]:
            print(name.strip().upper())
        with open("copy.txt", "w") as g:
            for name in names:
                g.write(name + "\n")
    except Exception as e:
        print("failed:", e)
        return 0
    return len(names)


with open("numbers.txt", "w") as f:
    for i in range(2000):
        f.write(f"number {i}\n")
with open("words.txt", "w") as f:
    f.write("a 1\nb two\nc 3\n")

for name in ["numbers.txt", "words.txt", "Inputs/latin.txt", "nothing.txt"]:
    if os.path.exists(name):
        print(first_line(name), len(lines_of(name)), while_there(name))
    print(count(name))
try:
    print(len(open("Inputs/latin.txt").read().split()))
except UnicodeDecodeError as e:
    print("read:", e)
try:
    text = Path("Inputs/latin.txt").read_text()
    print(text)
except ValueError as e:
    print("path:", e)
try:
    config = json.loads(open("Inputs/config.json").read())
except (OSError, ValueError) as e:
    print("never", e)
else:
    print(int(config["epochs"]))
try:
    config = json.load(open("Inputs/latin.txt"))
    print("never")
except (OSError, ValueError) as e:
    print("json:", type(e).__name__)
try:
    for row in csv.reader(open("Inputs/latin.txt")):
        print(row)
except ValueError as e:
    print("csv:", type(e).__name__)
try:
    for i, line in enumerate(open("Inputs/latin.txt")):
        print(i, line)
except Exception as e:
    print("enumerate:", type(e).__name__)

print(saved("/dev/full", "short\n"), saved("/dev/full", "long\n" * 4000), saved("fine.txt", "short\n"))
try:
    out = open("/dev/full", "w")
    print("to a file", file=out)
    out.flush()
    print("never")
except OSError as e:
    print("flush:", e)
try:
    out.close()
except OSError as e:
    print("close:", e)
f = open("fine.txt")
f.close()
try:
    print(f.read())
except ValueError as e:
    print(e)
try:
    f.seek(0)
except ValueError as e:
    print(e)

bad = 0
for word in open("words.txt").read().split():
    try:
        bad += 1
        bad += int(word) * 100 - 1
        print(f"{int(word)} is a number")
    except ValueError:
        print(word, "is none")
print(bad)
print(copy("words.txt", "7"), copy("nothing.txt", "7"), copy("words.txt", "seven"), copy("Inputs/latin.txt", "7"))
for name in ["words.txt", "nothing.txt", "Inputs/latin.txt"]:
    with contextlib.suppress(OSError, ValueError):
        with open(name) as f:
            print(f.read().split())
