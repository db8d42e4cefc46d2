# Python's sum(), max(), min(), any() and all() go through the rows of a tensor.
import torch

x = torch.tensor([[1, 2], [3, 4]])
print(sum(x), sum(x.view(1, 2, 2)), sum(x, 1), sum(x.bool()), sum(x.int()).dtype, sum(torch.zeros(0, 2)))
torch.manual_seed(0)
y = torch.randn(3, 2, 2, requires_grad=True)
print(sum(y), sum(y[:, 0, 0]), sum(row.sum() for row in y))
(sum(y) * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(y.grad)
v = torch.tensor([2.0, 5.0, 5.0, 1.0], requires_grad=True)
print(max(v).item(), min(v).item(), max(v.detach().long()), min(torch.tensor([True, False])), max(torch.tensor([[3], [4]])))
(max(v) + 2 * min(v)).backward()
print(v.grad)
nan = float("nan")
print(max(torch.tensor([1.0, nan, 2.0])), max(torch.tensor([nan, 2.0])), min(torch.tensor([nan, nan])))
print(any(v > 4), all(v > 4), any(torch.zeros(3)), all(torch.zeros(0)))
print(max(x))
