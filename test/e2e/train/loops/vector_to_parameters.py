# Parameters that a vector holds, assigned again and again: an evolution
# strategy, and gradients of what was computed of them since.
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
x = torch.randn(16, 3)
y = x.sum(1, keepdim=True)


def fitness(vec):
    nn.utils.vector_to_parameters(vec, net.parameters())
    with torch.no_grad():
        return -((net(x) - y) ** 2).mean()


theta = nn.utils.parameters_to_vector(net.parameters()).detach().clone()
sigma, lr = 0.1, 0.05
for it in range(12):
    grad = torch.zeros_like(theta)
    for k in range(5):
        eps = torch.randn_like(theta)
        grad += (fitness(theta + sigma * eps) - fitness(theta - sigma * eps)) * eps
    theta = theta + lr / (10 * sigma) * grad
    print(it, f"{fitness(theta).item():.4f}")
for step in range(3):
    nn.utils.vector_to_parameters(theta, net.parameters())
    loss = ((net(x) - y) ** 2).mean()
    net.zero_grad()
    loss.backward()
    theta = theta - 0.1 * nn.utils.parameters_to_vector([p.grad for p in net.parameters()])
    print(loss.item())
for p in net.parameters():
    print(p.grad)

# What was computed before an assignment, as far as it does not read the leaf;
# and of a leaf that has its elements back.
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
loss = (3 * a - b * torch.tensor([0.5, 2.0])).sum()
nn.utils.vector_to_parameters(torch.tensor([5.0, 6.0, 7.0, 8.0]), [a, b])
loss.backward()
print(a.grad, b.grad)
kept = a.data
loss = (a * a).sum()
a.data = torch.zeros(2)
print((a * 2).sum().item())
a.data = kept
loss.backward()
print(a.grad)
