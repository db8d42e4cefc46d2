# A leaf that one path replaces by a tensor of another rank.
# expect: COMPILE ERROR 11 gradient
import torch
x = torch.arange(4.)
w0 = torch.ones(1, requires_grad=True)
u0 = w0 * 2.0
if x[1] > 5:
    w0 = w0.max()
loss = (u0 * u0).sum() + w0.sum()
loss.backward()
print(w0.grad)
