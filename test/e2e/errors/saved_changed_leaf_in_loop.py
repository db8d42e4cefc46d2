# A loop changes a leaf between what was computed of it and the gradient.
import torch

for x in [torch.tensor([1.0, 0.0]), torch.tensor([1.0, 2.0])]:
    w = torch.ones(2, requires_grad=True)
    y = (w * w).sum()
    z = (w * 3).sum()
    for i in range(int(x[1])):
        with torch.no_grad():
            w.mul_(2)
    z.backward()
    print(w.grad)
    y.backward()
    print(w.grad)
