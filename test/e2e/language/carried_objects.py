# Objects that an iteration makes anew, and again in a branch: the next one starts with the last.
import torch


class Carry:
    def __init__(self, h):
        self.h = h


carry = Carry(torch.tensor(1.0))
for t in range(4):
    h = carry.h + 1
    print(t, h.item())
    carry = Carry(h)
    if (t + 1) % 2 == 0:
        carry = Carry(h * 10)

carry = Carry(torch.tensor(1.0))
for t in range(4):
    h = carry.h + 1
    print(t, h.item())
    if t == 1:
        carry = Carry(h)
        continue
    carry = Carry(h * 10)


class Box:
    pass


box = Box()
box.st = Carry(torch.tensor(1.0))
for t in range(4):
    h = box.st.h + 1
    print(t, h.item())
    if (t + 1) % 2 == 0:
        box.st = Carry(h * 10)
    else:
        box.st = Carry(h)
