# expect: COMPILE ERROR 9 requires
# A loop that may not run may leave a tensor that requires no gradient.
import torch

w = torch.ones(3, requires_grad=True)
z = torch.zeros(3)
for i in range(int(w.sum().item()) - 3):
    z.add_(w)
print(z.requires_grad)
