# torch.FloatTensor and its like: they make tensors, and name types.
import numpy as np
import torch

Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
x = torch.arange(4)
print(x.type(Tensor), x.type(torch.DoubleTensor), torch.ones(2).type(torch.LongTensor), x.type(torch.IntTensor), x.type(torch.ByteTensor), x.type(torch.BoolTensor))
print(torch.DoubleTensor([1, 2]), torch.IntTensor([1]), torch.ByteTensor([1]), torch.BoolTensor([True, False]), torch.ShortTensor([1]), torch.DoubleTensor(2, 3).shape, torch.IntTensor(2).dtype, torch.BoolTensor(3).dtype)
print(Tensor(np.array([[0.5, 1.5]])), Tensor(2, 1).fill_(1.0), Tensor(x.shape).fill_(2.0), torch.LongTensor(np.arange(3)))


def twice(t: torch.DoubleTensor, n: torch.IntTensor) -> torch.BoolTensor:
    return t * 2 > n


print(twice(torch.DoubleTensor([1.0]), torch.IntTensor([1])), x.type("torch.DoubleTensor"))
a, b = torch.split(x, split_size_or_sections=2), x.split(split_size=3)
print(a, b, x.split(split_size=[1, 3], dim=0))
i = np.array([2, 0])
m = torch.arange(12).reshape(3, 4)
print(m[i], m[i, i], m[:, i], m[np.array([True, False, True])], m[i[0]], m[0, i[1]], m[np.argmax([1, 5, 2])])
m[i] = 0
m[1, i[0]] = 7
m[i[0], 1:] += 5
print(m, m[torch.from_numpy(i)].sum())
w = torch.ones(3, 2, requires_grad=True)
(w[i] * 3).sum().backward()
print(w.grad)
