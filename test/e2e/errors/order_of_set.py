# The order of numbers that do not fit the table of a set is Python's own.
# expect: COMPILE ERROR 5 sorted
s = {1000, 7, 300}
print(sorted(s), len(s))
print(list(s))
