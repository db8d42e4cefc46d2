# Tensors that get other sizes in place, and share their elements as before.
import torch

x = torch.arange(8.0).reshape(2, 4)
whole = x.view(-1)
y = x.resize_(3, 2)
print(x, y is x, x.shape)
whole[0] = 7.0
print(x)
print(torch.resize_as_(x, torch.zeros(1, 4)), x.resize_((2,)), torch.tensor(3).resize_((1, 1)))
print(x.resize_(0).shape)
leaf = torch.ones(2, requires_grad=True)
try:
    leaf.resize_(1)
except RuntimeError as error:
    print(error)
