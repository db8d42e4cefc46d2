# Objects in lists and dicts of the run: made, sorted, grouped, changed and printed.
# arguments: 50,100,a 70,120,b 30,90,a 55,300,c 20,10,b
# arguments: 1,2,z
# arguments:
# arguments: 4,8,a x,1,b
import sys


class House:
    built = 0

    def __init__(self, area, price, city):
        self.area = area
        self.price = price
        self.city = city
        self.rooms = int(area) % 5
        self.notes = []
        House.built += 1

    def per_area(self):
        return self.price / self.area

    @property
    def label(self):
        return self.city.upper() + str(self.rooms)

    def note(self, text):
        self.notes.append(text)
        return self

    def __repr__(self):
        return f"House({self.area}, {self.price:.1f}, {self.city!r})"


def parse(line):
    area, price, city = line.split(",")
    return House(float(area), float(price), city)


rows = []
for word in sys.argv[1:]:
    rows.append(parse(word))
print(len(rows), House.built, rows)
for i, r in enumerate(rows):
    print(i, r, f"{r.per_area():.2f}", r.rooms, r.label)
rows.sort(key=lambda r: r.price)
print(rows)
print([r.price for r in rows if r.rooms > 0], sum([r.price for r in rows] + [0.5]))
print(sorted(rows, key=lambda r: (r.city, -r.area)))
print(rows[::-1], rows[:2], rows[-1:])

groups = {}
for r in rows:
    groups.setdefault(r.city, []).append(r)
for city, members in groups.items():
    print(city, len(members), sum(m.price for m in members) / len(members), members)

# One object, whatever it is reached by.
best = None
for r in rows:
    if best is None or r.per_area() < best.per_area():
        best = r
print(best)
for r in rows:
    r.price *= 2
    if r.city == "b":
        r.rooms += 10
    r.note("doubled").note(r.city)
print([(r.price, r.rooms, r.notes) for r in rows])
if best is not None:
    best.city = "best"
    print(rows, best is rows[0], [r is best for r in rows], best in rows, rows.index(best))
    print(max(rows, key=lambda r: r.area), min(rows, key=House.per_area).city)
    print({city: [r.city for r in members] for city, members in groups.items()})
    rows.remove(best)
    print(len(rows), best in rows, best.notes, isinstance(best, House), type(best).__name__)
    print(hasattr(best, "area"), hasattr(best, "color"), getattr(best, "color", "no color"))
    setattr(best, "area", 3.5)
    print(best.area, vars(best)["city"], [House(1.0, 2.0, "n")] + rows)
