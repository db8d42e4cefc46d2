# expect: COMPILE ERROR 8 changed
# PyTorch's derivative of a product reads the elements that a leaf has then.
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
w.data.mul_(2)
loss.backward()
print(w.grad)
