# Derivatives of LU of matrices that are not square, and of outputs without a gradient.
import torch

torch.manual_seed(0)
for shape in ((3, 5), (5, 3), (2, 4, 2), (3, 3)):
    a = torch.randn(shape, requires_grad=True)
    packed, pivots = torch.linalg.lu_factor(a)
    (packed * packed).sum().backward()
    print(a.grad)
    a.grad = None
    p, low, high = torch.linalg.lu(a)
    ((low * low).sum() + (p @ low @ high).pow(2).sum()).backward()
    print(a.grad)
a = torch.tensor([[2.0, 1.0], [0.5, 3.0]], requires_grad=True)
sign, size = torch.linalg.slogdet(a)
(sign * sign).sum().backward()
print(a.grad)
sign, size = torch.linalg.slogdet(a)
(sign * size).sum().backward()
print(a.grad)
none = torch.zeros(0, requires_grad=True)
q = torch.linalg.householder_product(torch.eye(3, requires_grad=True), none)
q.sum().backward()
print(q.detach(), none.grad)
print(torch.lu_solve(torch.zeros(2, 0, 3), torch.zeros(2, 0, 0), torch.zeros(2, 0, dtype=torch.int32)))
for shape in ((2, 4), (3, 2, 5)):
    a = torch.randn(shape, requires_grad=True)
    w = torch.randn(shape[:-1] + (shape[-2],))
    q, r = torch.linalg.qr(a)
    (q * w).sum().backward()
    print(a.grad)
    q, r = torch.linalg.qr(a)
    (r * r * r).sum().backward()
    print(a.grad)
    a.grad = None
    q, r = torch.linalg.qr(a)
    ((q @ r * a).sum() + (q * w).sum() * r.sum()).backward()
    print(a.grad)
