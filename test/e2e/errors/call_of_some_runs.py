# A call that only some runs reach, and that may raise where it is caught, has to
# be a statement of its own.
# expect: COMPILE ERROR 8 statement
import sys

words = sys.stdin.read().split()
try:
    print(0 < 1 < int(words[0]))
except ValueError:
    print("caught")
