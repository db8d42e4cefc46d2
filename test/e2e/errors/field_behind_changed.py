# What stands in front of a call that may raise becomes text before the call can
# change it.
# expect: COMPILE ERROR 8 statement
words = input().split()
stack = [1, 2]
n = 0
try:
    print(f"{stack} {int(words[0])}")
except ValueError:
    print("caught")
