# sys.argv: how many there are and what they say, the run alone knows.
# arguments: 3 abc
# arguments: 5
# arguments:
# arguments: x y z
import sys

if len(sys.argv) < 2:
    print("usage: words COUNT [WORD ...]", file=sys.stderr)
    sys.exit(3)
count = int(sys.argv[1])
total = 0
for i in range(count):
    total += i * i
print(count, total)
for i, word in enumerate(sys.argv[2:]):
    print(i, word.upper(), len(word))
print(" ".join(sys.argv[1:]))
