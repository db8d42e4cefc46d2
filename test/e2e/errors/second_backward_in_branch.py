# A state that is not detached: the second time, the gradient goes through released iterations.
import torch

w = torch.tensor([0.5, 2.0], requires_grad=True)
h = torch.ones(2)
for ep in range(40):
    h = torch.tanh(h * w)
    if ep % 4 == 3:
        h.sum().backward()
        print(ep, w.grad)
