# What exists at compile time only is no attribute of an object of the run.
# expect: COMPILE ERROR 16 'net'
import sys
import torch.nn as nn


class Candidate:
    def __init__(self, net, score):
        self.net = net
        self.score = score


found = []
for i, word in enumerate(sys.argv):
    if len(word) > 3:
        found.append(Candidate(nn.Linear(2, 2), i))
print(len(found))
