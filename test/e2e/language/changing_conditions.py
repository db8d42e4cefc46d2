# Conditions of while loops that change what they ask.
import torch


class Doc:
    def __init__(self):
        self.n = 3
        self.undo = [1, 2]
        self.text = ["a"]
        self.saved = []
        self.sum = torch.zeros(2)
        self.pos = torch.zeros(1)

    def back(self):
        if self.n == 0:
            return False
        self.n = self.n - 1
        self.sum = self.sum + self.n
        return True

    def shrink(self):
        if not self.undo:
            return False
        self.undo.pop()
        return True

    def snap(self, s):
        self.saved.append((list(self.text), torch.zeros(1)))
        self.text.append(s)

    def restore(self):
        if not self.saved:
            return False
        self.text, self.pos = self.saved.pop()
        return True

    def halve(self):
        self.sum *= 0.5
        return self.sum.sum().item() > 0.3


d = Doc()
while d.shrink():
    pass
print(d.undo)
while d.back():
    pass
print(d.n, d.sum)
e = Doc()
k = 0
while e.back():
    k += 1
print(e.n, k, e.sum)
while e.halve():
    pass
print(e.sum)
d.snap("b")
d.snap("c")
while d.restore():
    pass
print(d.text, len(d.saved))
x = torch.tensor([3.0, 1.0])
while (y := x.sum().item()) > 1.0:
    x = x * 0.5
print(y, x)
