# expect: COMPILE ERROR 9 task
# A task takes the gradient of what its caller has computed.
import torch

w = torch.ones(3, requires_grad=True)


def backward(loss):
    loss.backward()
    return w.grad.sum()


loss = (w * w).sum()
print(torch.jit.wait(torch.jit.fork(backward, loss)))
