# A list of the run holds objects of one class.
# expect: COMPILE ERROR 17 'Square'
import sys


class Circle:
    def __init__(self, r):
        self.r = r


class Square:
    def __init__(self, a):
        self.a = a


shapes = []
for word in sys.argv:
    shapes.append(Circle(1))
    shapes.append(Square(2))
print(len(shapes))
