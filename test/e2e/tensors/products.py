# Matrix products of every combination of ranks, with data that makes exact sums.
import torch

a = torch.arange(6.0).reshape(2, 3)
b = torch.arange(12.0).reshape(3, 4) - 5
v, w = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, -1.0])
t = torch.arange(24.0).reshape(2, 4, 3) / 4
print(a @ b, torch.mm(a, b), torch.matmul(a, v), w @ a, v @ v, torch.dot(v, v), torch.mv(a, v))
print(t @ b, torch.matmul(t, v), torch.bmm(t, t.transpose(1, 2)).sum(), (v @ t.transpose(1, 2)).shape, t.shape)
print(torch.addmm(torch.ones(4), a, b, beta=2, alpha=0.5), torch.baddbmm(torch.ones(1), t, t.transpose(1, 2)).shape, torch.outer(w, v), torch.addmv(w, a, v))
print(torch.einsum("ij,jk->ik", a, b).equal(a @ b), torch.einsum("bij,bkj->bik", t, t).shape, torch.einsum("i,i->", v, v))
print(torch.nn.functional.linear(a, b.t()), torch.nn.functional.linear(t, b.t(), torch.ones(4)).sum(), torch.nn.functional.linear(v, b.t()))
print((a.double() @ b.double()).dtype, torch.arange(4).reshape(2, 2) @ torch.arange(4).reshape(2, 2), (torch.ones(5, 1, 2, 3) @ torch.ones(4, 3, 2)).shape)
print(torch.zeros(2, 0) @ torch.zeros(0, 3), (torch.ones(0, 3) @ b).shape)
n = 70
m = (torch.arange(n * n).reshape(n, n) % 7 - 3).float()
q = m @ m.t()
print(q.sum(), q.trace(), q[0, :5], q[-1, -5:], (m @ m[:, :1]).sum(), (m[:3] @ m).sum())


@torch.jit.script
def dynamic(x: torch.Tensor, k: int) -> torch.Tensor:
    y = x
    for i in range(k):
        y = torch.matmul(y[:, :x.size(0)], x)
        y = y / y.abs().max()
    return y


print(dynamic(a, 3))
