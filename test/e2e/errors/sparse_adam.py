# There are no sparse gradients.
# expect: COMPILE ERROR 8 SparseAdam
import torch

p = torch.nn.Parameter(torch.ones(3))
optimizer = torch.optim.SparseAdam([p])
p.sum().backward()
optimizer.step()
