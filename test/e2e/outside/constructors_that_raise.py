# Objects whose constructors may raise an error that a handler catches.
# arguments: 1,2 3 4,x 5,6
# arguments: 7,8
# arguments: a
# arguments:
import sys


class Point:
    made = 0

    def __init__(self, text):
        self.text = text
        x, y = text.split(",")
        self.x = int(x)
        self.read(y)
        self.next = None
        Point.made += 1

    def read(self, y):
        self.y = int(y)
        self.name = "p" + y

    def __repr__(self):
        return f"<{self.x},{self.y} {self.name}>"


class Careful:
    def __init__(self, text):
        try:
            self.value = int(text)
        except ValueError:
            self.value = -1


points = []
bad = []
for word in sys.argv[1:]:
    try:
        points.append(Point(word))
    except ValueError as e:
        bad.append(word)
        print("bad", word, e)
print(points, bad, Point.made)

last = None
for word in sys.argv[1:]:
    try:
        point = Point(word)
        point.next = last
        last = point
    except ValueError:
        continue
    print(last, point.next is None, last.x + last.y)
print([Careful(w).value for w in sys.argv[1:]])
