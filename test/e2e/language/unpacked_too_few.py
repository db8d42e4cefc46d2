# Fewer items than there are names beside the one with `*`.
words = input().split()
*start, y, z = words
print(start, y, z)
a, *b, c = words[1:]
