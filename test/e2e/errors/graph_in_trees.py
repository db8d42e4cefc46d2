# Derivatives do not go through objects that hold others of their class.
# expect: COMPILE ERROR 18 'weight'
import sys
import torch


class Node:
    def __init__(self, weight, next):
        self.weight = weight
        self.next = next


w = torch.ones(2, requires_grad=True)
head = None
for word in sys.argv:
    y = w * len(word)
    # Neither may be known before.
    head = Node(y, head)
print(head.weight.sum())
