# any() does not ask for what is behind the first that holds.
# expect: COMPILE ERROR 7 list
import sys

words = sys.stdin.read().split()
try:
    print(any(int(w) > 3 for w in words))
except ValueError:
    print("caught")
