# An object of the run is no key.
# expect: COMPILE ERROR 17 keys
import sys


class Node:
    def __init__(self, name):
        self.name = name


nodes = []
for word in sys.argv:
    nodes.append(Node(word))
seen = set()
for node in nodes:
    if len(node.name) > 2:
        seen.add(node)
print(len(seen))
