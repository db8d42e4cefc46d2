# expect: COMPILE ERROR 4 timeit
# Names are gone when the program runs.
x = 3
print(globals()["x"])
