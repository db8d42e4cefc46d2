# std and var have a bool in the place of dim.
import torch

x = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
y = torch.std(x, False)
print(y.detach(), torch.std(x.detach(), unbiased=False), torch.var(x.detach(), False), x.detach().var(False))
print(x.detach().var(True), torch.std(x.detach(), True), torch.std(x.detach(), 0), torch.var(x.detach(), 0, False))
y.backward()
print(x.grad)
