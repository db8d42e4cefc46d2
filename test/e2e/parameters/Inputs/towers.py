# Parameters that tasks take, in one vector, trained on from what --load gives.
import torch

torch.manual_seed(0)
left = torch.nn.Linear(2, 4)
right = torch.nn.Linear(2, 4)
optimizer = torch.optim.SGD([*left.parameters(), *right.parameters()], lr=0.1)
x = torch.rand(16, 2)
print("start", left.weight.sum().item(), right.bias.sum().item())
for step in range(20):
    optimizer.zero_grad()
    future = torch.jit.fork(left, x)
    y = torch.tanh(right(x)) * torch.jit.wait(future)
    (y - 1).square().mean().backward()
    optimizer.step()
print("end", left.weight.sum().item(), right.bias.sum().item())
