# Gradients of gradients: the functions whose derivative solves with what it is given, and those
# whose derivative reads their outputs.
import torch

torch.manual_seed(0)
linalg = torch.linalg
given = torch.randn(3, 3, dtype=torch.float64)
columns = torch.randn(3, 2, dtype=torch.float64)
weight = torch.randn(3, 3, dtype=torch.float64)
for name, function in (
        ("solve", lambda a, b: linalg.solve(a, b)),
        ("solve_triangular", lambda a, b: linalg.solve_triangular(a, b, upper=True)),
        ("cholesky_solve", lambda a, b: torch.cholesky_solve(b, a)),
        ("cholesky_inverse", lambda a, b: torch.cholesky_inverse(a)),
        ("cholesky", lambda a, b: linalg.cholesky(a @ a.t() + b @ b.t())),
        ("inv", lambda a, b: linalg.inv(a) @ b), ("matrix_exp", lambda a, b: linalg.matrix_exp(a) @ b),
        ("square", lambda a, b: linalg.qr(a)[0] @ b + linalg.qr(a)[1] @ b),
        ("tall", lambda a, b: linalg.qr(b)[0] @ linalg.qr(b)[1].pow(3)),
        ("wide", lambda a, b: linalg.qr(b.t())[0].sum() * linalg.qr(b.t())[1] + linalg.qr(b.t())[1].pow(3)),
        ("solve with numbers", lambda a, b: linalg.solve(given, b)),
        ("triangle of numbers", lambda a, b: linalg.solve_triangular(given, b, upper=True))):
    a = given.clone().requires_grad_()
    b = columns.clone().requires_grad_()
    first = torch.autograd.grad(function(a, b).pow(3).sum(), (a, b), create_graph=True, allow_unused=True)
    total = torch.zeros([], dtype=torch.float64)
    for gradient in first:
        if gradient is not None:
            total = total + (gradient * gradient).sum()
    total.backward()
    print(name, total.detach())
    for x in (a, b):
        if x.grad is not None:
            print((x.grad * weight[:, :x.size(1)]).sum(), x.grad.norm())
