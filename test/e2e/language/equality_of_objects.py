# Objects that say when they are equal: in lists, and as keys.
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __hash__(self):
        return hash((self.x, self.y))


class Plain:
    pass


points = [Point(1, 2), Point(3, 4)]
print(Point(3, 4) in points, Point(4, 3) in points, Point(1, 2) not in points)
print(points.count(Point(1, 2)), points.index(Point(3, 4)), [Point(1, 2)] == points[:1])
names = {Point(1, 2): "a", Point(3, 4): "b"}
print(names[Point(3, 4)], names.get(Point(5, 6), "none"), Point(1, 2) in names)
for i in range(4):
    names[Point(i % 2, 0)] = str(i)
print(len(names), list(names.values()), len({Point(1, 1), Point(1, 1), Point(2, 1)}))
print(names.pop(Point(0, 0)), len(names), (Point(1, 2), 3) in {(Point(1, 2), 3): 0})
p = Plain()
print(p in [Plain(), p], Plain() in [p], p in {p: 1})
