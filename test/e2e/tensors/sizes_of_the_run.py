# Sizes and indices that only the run knows, where they fit.
import torch
import torch.nn.functional as F

one = int(torch.rand(1).item() < 2.0)


def v(k):
    return torch.arange(1.0 * k * one)


x = v(12)
print(x.view(3 * one, 4), x.view(-1, 6 * one).shape, x.view(2 * one, -1).sum(1))
print(x.view(3 * one, 4).t().reshape(4 * one, 3 * one)[1])
print(torch.zeros(0 * one, 3).view(3 * one, 0).shape, v(0).view(0, 2 * one).shape)
print(v(1).expand(3 * one), v(3).expand(2 * one, 3), v(2).repeat(2 * one))

# Writes: of the same sizes, or of 1.
y = v(5)
y[1:4] = v(3) * 10
y[one:2] = v(1) - 7
print(y)
y.copy_(v(1) + 2)
print(y, y.add_(v(5)), y.mul_(v(1) + 2))
y[y > 6] = v(3)
y[v(5) == 0] = 100.0
y[0] = v(4)[-1:]
print(y)

# Numbers from the end: of x[i], not of index_select.
rows = v(6).view(3 * one, 2)
print(rows[torch.tensor([-one, 0])], rows[torch.tensor([-one]), torch.tensor([-2])], rows.take(torch.tensor([-one])))
print(rows.index_select(0, torch.tensor(one)), rows.index_fill(0, torch.tensor([-one]), 7.0))
print(rows.scatter(0, torch.zeros(one, 2).long(), v(4).view(2 * one, 2)))
print(rows.index_add(0, torch.tensor([0, 2 * one]), torch.ones(2 * one, 2)))
print(rows.index_copy(1, torch.tensor([one]), torch.ones(3 * one, 1)))
print(v(4).put_(torch.tensor([-one, 0]), v(2) + 5), torch.bincount(torch.arange(3 * one), v(3)))
print(v(4).repeat_interleave(torch.tensor([0, one, 2, 0])), v(2).repeat_interleave(torch.tensor(2 * one)))
print(F.one_hot(torch.tensor([0, 2 * one])), F.linear(rows, torch.ones(4 * one, 2), v(1) + 1))
print(v(3).kthvalue(one).values, torch.arange(0, 3, 2 * one), torch.arange(3 * one, 0, -1))

# Views of one dimension, whatever its step.
z = v(6)[::2]
z.flatten().add_(1)
z.reshape(-1).add_(1)
z.ravel().add_(1)
print(z)

# A size of 1 is repeated in products, too.
ones = torch.ones(2, one)
print(torch.einsum("ij,jk->ik", ones, v(6).reshape(3, 2)), torch.einsum("ij,jk->ik", torch.ones(2, 1), v(6).view(3, 2)))
print(torch.tensordot(v(3), v(1) + 2, dims=1), torch.tensordot(torch.ones(1, 2), v(8).view(2, 4), dims=1))
print(torch.einsum("bi,bj->bij", rows, v(3).unsqueeze(1)))

square = torch.zeros(7, 3)
print(square.fill_diagonal_(1), torch.zeros(7, 3).fill_diagonal_(2, wrap=True), torch.zeros(2, 2, 2).fill_diagonal_(one))
