# Matrices of each degree of Taylor's polynomial, and those that are squared, which shows each
# rounding; single numbers, float64 and gradients.
import torch

torch.manual_seed(0)
sizes = torch.tensor([0.0, 1e-8, 1e-4, 0.03, 0.4, 1.2, 2.5, 12.0, 30.0])
for n in (1, 2, 5, 8):
    A = torch.randn(9, n, n)
    A = A / torch.abs(A).sum(1).amax(1).reshape(9, 1, 1) * sizes.reshape(9, 1, 1)
    print(torch.matrix_exp(A))
    A.requires_grad_()
    torch.matrix_exp(A).pow(2).sum().backward()
    print(A.grad)
A = torch.randn(2, 2, 3, 3, dtype=torch.float64)
print(torch.linalg.matrix_exp(A), torch.linalg.matrix_exp(A * 0.01), torch.linalg.matrix_exp(A * 9))
print(torch.matrix_exp(torch.zeros(0, 3, 3)).shape, torch.matrix_exp(torch.zeros(2, 0, 0)).shape)
