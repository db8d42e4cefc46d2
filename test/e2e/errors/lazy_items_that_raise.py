# Python makes the items of map() one after the other, so that those before a bad
# one are printed; Tine makes them at once.
# expect: COMPILE ERROR 7 list
import sys

try:
    for n in map(int, sys.stdin.read().split()):
        print(n)
except ValueError:
    print("caught")
