# LU, Cholesky, QR and what is solved by them; singular and eigenvalues.
import torch


def show(name, value):
    if isinstance(value, (tuple, list)):
        for i, part in enumerate(value):
            show(name + "[" + str(i) + "]", part)
        return
    if value.is_floating_point():
        value = torch.round(value.detach() * 1000) / 1000 + 0.0
    print(name, list(value.shape), value.dtype, value.reshape(-1).tolist() if value.dtype == torch.int32
          else ["%.3f" % v for v in value.reshape(-1).tolist()])


torch.manual_seed(0)
A = torch.randn(3, 3, dtype=torch.float64)
B = torch.randn(3, 2, dtype=torch.float64)
S = A @ A.t() + torch.eye(3, dtype=torch.float64)
batch = torch.randn(2, 4, 3, dtype=torch.float64)
squares = torch.randn(2, 1, 3, 3)

show("det", torch.linalg.det(A))
show("det of many", torch.det(squares))
show("slogdet", torch.linalg.slogdet(A))
show("logdet", torch.logdet(S))
show("inv", torch.linalg.inv(A))
show("inverse", torch.inverse(squares))
show("solve", torch.linalg.solve(A, B))
show("solve vector", torch.linalg.solve(A, B[:, 0]))
show("solve from the right", torch.linalg.solve(A, B.t(), left=False))
show("solve of many", torch.linalg.solve(squares, torch.ones(2, 1, 3, 1)))
show("triangular", torch.linalg.solve_triangular(A.triu(), B, upper=True))
show("unit triangular", torch.linalg.solve_triangular(A.tril(), B, upper=False, unitriangular=True))
show("lu_factor", torch.linalg.lu_factor(A))
show("lu", torch.linalg.lu(batch))
LU, pivots = torch.linalg.lu_factor(A)
show("lu_solve", torch.linalg.lu_solve(LU, pivots, B))
show("cholesky", torch.linalg.cholesky(S))
show("cholesky upper", torch.linalg.cholesky(S, upper=True))
show("cholesky_solve", torch.cholesky_solve(B, torch.linalg.cholesky(S)))
show("cholesky_inverse", torch.cholesky_inverse(torch.linalg.cholesky(S)))
show("qr", torch.linalg.qr(batch))
show("qr complete", torch.linalg.qr(batch[0], mode="complete"))
show("svdvals", torch.linalg.svdvals(batch))
show("eigvalsh", torch.linalg.eigvalsh(S))
show("pinv", torch.linalg.pinv(batch[0]))
show("matrix_rank", torch.linalg.matrix_rank(torch.ones(3, 3)).to(torch.int32))
show("cond", torch.linalg.cond(A))
show("lstsq", torch.linalg.lstsq(batch[0], torch.ones(4, 1, dtype=torch.float64)).solution)
show("matrix_power", torch.linalg.matrix_power(A, -3))
show("matrix_exp", torch.linalg.matrix_exp(A))
show("multi_dot", torch.linalg.multi_dot([A, B, B.t(), A]))
show("norms", [torch.linalg.norm(A), torch.linalg.norm(A, "nuc"), torch.linalg.norm(A, 2),
               torch.linalg.matrix_norm(A, 1), torch.linalg.vector_norm(A, 3.5)])
show("tensorsolve", torch.linalg.tensorsolve(torch.eye(6).reshape(2, 3, 6), torch.ones(2, 3)))
show("vander", torch.linalg.vander(torch.tensor([2.0, 3.0]), N=4))
print(torch.linalg.qr(torch.tensor([[3.0], [4.0]])))
print(torch.linalg.slogdet(torch.eye(2) * 2).sign)

for function in (lambda a: torch.linalg.det(a), lambda a: torch.linalg.slogdet(a)[1],
                 lambda a: torch.linalg.inv(a).sum(), lambda a: torch.linalg.solve(a, B).sum(),
                 lambda a: torch.linalg.cholesky(a @ a.t()).sum(), lambda a: torch.linalg.qr(a)[1].sum(),
                 lambda a: torch.linalg.svdvals(a).sum(), lambda a: torch.linalg.eigvalsh(a @ a.t()).sum(),
                 lambda a: torch.linalg.pinv(a).sum(), lambda a: torch.linalg.matrix_exp(a).sum(),
                 lambda a: torch.linalg.norm(a, "nuc"), lambda a: torch.linalg.matrix_power(a, 3).sum()):
    a = A.clone().requires_grad_()
    function(a).backward()
    show("gradient", a.grad)
