# All objects of a class that exist in the run have one type for an attribute.
# expect: COMPILE ERROR 15 'value'
import sys


class Cell:
    def __init__(self, value):
        self.value = value


cells = []
for word in sys.argv:
    cells.append(Cell([len(word)]))
    if len(word) > 3:
        cells.append(Cell(word))
print(len(cells))
