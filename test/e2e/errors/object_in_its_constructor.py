# An object of the run begins to exist there when its constructor has ended.
# expect: COMPILE ERROR 10 __init__
import sys


class Node:
    def __init__(self, value, siblings):
        self.value = value
        # Before the end.
        siblings.append(self)


nodes = []
for word in sys.argv:
    Node(len(word), nodes)
print(len(nodes))
