# The name of a derivative, and the class of a tensor. The address says nothing.
import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
loss = torch.nn.functional.mse_loss(y, torch.zeros(2))
print(str(y.grad_fn).split("0x")[0])
print(f"of the loss: {loss.grad_fn}".split("0x")[0])
print(x.grad_fn, type(y), type(torch.zeros(1)))
