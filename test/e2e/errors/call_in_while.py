# A condition of a loop that may raise is asked for in statements of its own.
# expect: COMPILE ERROR 7 statement
import sys

n = 0
try:
    while int(sys.stdin.readline()) > 0:
        n += 1
except ValueError:
    print("caught")
print(n)
