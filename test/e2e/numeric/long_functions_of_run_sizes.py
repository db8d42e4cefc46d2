"""Derivatives of functions of many steps, each of which reads the one before several times."""
import torch

n = int((torch.arange(4) < 3).sum())

x = (torch.arange(n) + 2.25).requires_grad_()
torch.mvlgamma(x, p=3).pow(2).sum().backward()
print(x.grad)

x = (torch.arange(n) * 1.5 + 0.25).requires_grad_()
(torch.digamma(x) * torch.lgamma(x + 1)).sum().backward()
print(x.grad)
