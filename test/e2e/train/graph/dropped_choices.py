# A choice between a leaf and a product, which no variable has any more: whether it is the leaf
# itself, only the run knows.
# expect: COMPILE ERROR 19 chose
import torch


def power(A, n):
    result = None
    while n > 0:
        if n % 2 == 1:
            result = A if result is None else result @ A
        n = n // 2
        if n > 0:
            A = A @ A
    return result


x = torch.eye(2).requires_grad_()
print(torch.autograd.grad(power(x, 3).sum() * 2, [x])[0])
