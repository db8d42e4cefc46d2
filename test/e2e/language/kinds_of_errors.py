# Operations on texts, lists and dicts of the run fail with errors of their own
# kinds, which a handler of another kind does not catch.
import sys

lines = sys.stdin.read().strip().split("\n")
known = {}
try:
    for line in lines:
        key, value = line.partition("=")[0], line.partition("=")[2]
        number = int(value.strip().replace("_", ""))
        parts = line[::-1].upper().split("=")
        parts.sort()
        parts.reverse()
        known[key] = number
        print(parts, parts[1:], lines[0], known[key], line[0], lines.count(line))
except ValueError as e:
    print("bad", e)
print(len(known))
for text in lines:
    try:
        word = text.split(" ", 1)[0]
        if word == "q=":
            raise TypeError("q")
        print(word, lines[len(word) - 3], text.rsplit("=")[-1])
    except TypeError as e:
        print("bad", e)
