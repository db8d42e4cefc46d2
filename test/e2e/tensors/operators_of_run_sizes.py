"""Operators that asked for sizes known at compile time, with sizes of the run."""
import torch
import torch.nn.functional as F

n = int((torch.arange(4) < 3).sum())
one = int((torch.arange(4) < 1).sum())


def matrix(rows, columns):
    return torch.arange(rows * columns).reshape(rows, columns).remainder(5) + torch.eye(rows, columns) * 3


# Broadcasting.
a, b = torch.broadcast_tensors(torch.arange(n) * 1.0, torch.ones(n + 1, one))
print(a, b.shape)
x = matrix(n, 4).requires_grad_()
y = F.cosine_similarity(x, torch.ones(one, 4))
print(y.detach())
y.sum().backward()
print(x.grad)
print(torch.masked_select(matrix(n, 4), torch.arange(4) > 1))
print(torch.linalg.cross(matrix(n, 3), torch.ones(one, 3)))
print(torch.gcd(torch.arange(n) * 6, torch.full((one,), 4)))

# Diagonals.
x = matrix(n, n).requires_grad_()
print(torch.trace(x).detach(), torch.diag(x, 1).detach(), torch.diagonal_copy(x, -1).detach())
(torch.diag(x) * torch.arange(n)).sum().backward()
print(x.grad)
print(torch.diagonal_copy(torch.arange(2 * n * 4).reshape(2, n, 4), 1, 0, 2))
print((torch.linalg.det(matrix(n, n)) - 106).abs() < 1e-3, torch.linalg.slogdet(matrix(n, n)).sign)
print(torch.linalg.solve(matrix(n, n), torch.arange(n) * 1.0))
print(torch.linalg.inv(matrix(n, n)))

# Adaptive pooling of images of any size.
image = torch.arange(2 * (n + 2) * (n + 4)).reshape(1, 2, n + 2, n + 4) * 1.0
x = image.clone().requires_grad_()
print(F.adaptive_avg_pool2d(x, 1).detach())
F.adaptive_avg_pool2d(x, (2, 3)).pow(2).sum().backward()
print(x.grad)
print(F.adaptive_max_pool2d(image, (2, 2)))
print(F.adaptive_avg_pool1d(image[0], 2))

# Nothing.
print(torch.zeros(0, n).reshape(-1), torch.zeros(0, n).reshape(n, 0), torch.zeros(n, 0).flatten() + 1)
