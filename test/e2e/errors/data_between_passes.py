# expect: COMPILE ERROR 9 changed
# PyTorch's derivative of a product reads the elements that a leaf has then.
import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
loss = (a * b).sum()
torch.nn.utils.vector_to_parameters(torch.zeros(4), [a, b])
loss.backward()
print(a.grad)
