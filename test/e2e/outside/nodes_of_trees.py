# Objects that hold others of their class: trees, linked lists, graphs.
# arguments: 5 3 8 1 4 7 9 2 6
# arguments: 1
# arguments:
import sys


class Tree:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


class Link:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class Trie:
    def __init__(self):
        self.children = {}
        self.count = 0


class City:
    def __init__(self, name):
        self.name = name
        self.roads = []
        self.seen = False


def insert(root, key):
    node = root
    while True:
        if key < node.key:
            if node.left is None:
                node.left = Tree(key)
                return
            node = node.left
        else:
            if node.right is None:
                node.right = Tree(key)
                return
            node = node.right


keys = [int(w) for w in sys.argv[1:]]
root = None
for key in keys:
    if root is None:
        root = Tree(key)
    else:
        insert(root, key)
stack = []
node = root
out = []
while stack or node is not None:
    while node is not None:
        stack.append(node)
        node = node.left
    node = stack.pop()
    out.append(node.key)
    node = node.right
print(out)

head = None
for key in keys:
    head = Link(key, head)
link = head
length = 0
while link is not None:
    link.value *= 10
    length += 1
    link = link.next
link = head
while link is not None:
    print(link.value, end=" ")
    link = link.next
print(length)

trie = Trie()
for word in ["tea", "ten", "to"] + sys.argv[1:]:
    at = trie
    for letter in word:
        if letter not in at.children:
            at.children[letter] = Trie()
        at = at.children[letter]
    at.count += 1
at = trie.children["t"].children["e"]
print(sorted(at.children), at.count, trie.children["t"].children["o"].count, len(trie.children))

cities = [City(f"c{i}") for i in range(len(keys))]
for i, key in enumerate(keys):
    other = cities[key % len(cities)]
    cities[i].roads.append(other)
    other.roads.append(cities[i])
order = []
queue = cities[:1]
while queue:
    city = queue.pop(0)
    if city.seen:
        continue
    city.seen = True
    order.append(city.name)
    queue.extend(city.roads)
print(order, [len(c.roads) for c in cities])
