# Lists of objects of the run that grow while a loop goes over them.
# arguments: 5 6
# arguments: 9
import sys
class Q:
    def __init__(self, n):
        self.items = [n]
    def run(self):
        for x in self.items:
            if x > 1:
                self.items.append(x - 2)
        return self.items
qs = []
for a in sys.argv[1:]:
    qs.append(Q(int(a)))
for q in qs:
    print(q.run())
