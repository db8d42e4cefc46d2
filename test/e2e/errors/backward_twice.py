# expect: COMPILE ERROR 7 second
# A graph is gone after a backward pass.
import torch
w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
loss.backward()
loss.backward()
