# expect: COMPILE ERROR 16 object
# Which object the next iteration starts with, data decides.
import torch


class Carry:
    def __init__(self, v):
        self.v = v


cur = Carry(torch.tensor(1.0))
n = 0
while n < 4:
    n += 1
    # The object of the entry is that of the first iteration only.
    s = cur.v + n
    if s > 3:
        cur = Carry(s * 2)
    else:
        cur = Carry(s)
    print(n)
