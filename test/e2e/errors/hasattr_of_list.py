# expect: COMPILE ERROR 3 isinstance
values = [1, 2]
print(hasattr(values, "append"))
