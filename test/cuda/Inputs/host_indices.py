# Tensors and arrays of the host index a tensor of a device, as in PyTorch.
import numpy as np
import torch
m = torch.ones(5, device="cuda:0")
i = np.array([0, 3])
m[i] = 0
print(m.cpu())
k = torch.arange(12.0, device="cuda:0").reshape(3, 4)
print(k[i[:1]].cpu())
mask = np.array([True, False, True])
k[mask] = -1
print(k.cpu())
k[np.array([0, 1]), np.array([2, 3])] = 7.0
print(k.cpu(), k[np.array([0, 1]), 2].cpu())
k[i[:1]] += 1
print(k.cpu())
k[torch.tensor([True, False, True])] = 5
k[torch.tensor([[True, False, True, False]] * 3)] = 6
print(k.cpu())
print(k[torch.tensor([2, 0])].cpu(), k[torch.tensor(1)].cpu(), k[torch.tensor([True, False, False])].cpu(), k[True].shape)
k[:, [0, 1]] = k[:, torch.tensor([1, 0])]
k[torch.tensor([0, 2])] = torch.zeros(2, 4, device="cuda:0")
print(k.cpu())
x = torch.ones(4, 3, device="cuda:0").requires_grad_()
(x[np.array([0, 0, 2])] * 2).sum().backward()
print(x.grad.cpu())
