# expect: COMPILE ERROR 6 isinstance
# Special names of which it is not known whether Python has them.
class Point:
    pass

print(hasattr(Point(), "__weakref__"))
