# Normalisation over batches and instances: training, evaluation, statistics, gradients.
# tolerance: 5e-6
import torch
import torch.nn as nn
import torch.nn.functional as F


def run(norm, *shape):
    torch.manual_seed(6)
    print(norm)
    weight = torch.randn(*shape)
    for step in range(3):
        x = (torch.randn(*shape) * 2 + 1).requires_grad_(True)
        if step == 2:
            norm.eval()
        y = norm(x)
        (y * weight).sum().backward()
        print(y.tolist())
        print(x.grad.tolist())
    for p in norm.parameters():
        print(p.grad.tolist())
    if norm.running_mean is not None:
        print(norm.running_mean.tolist(), norm.running_var.tolist(), norm.num_batches_tracked)


run(nn.BatchNorm1d(3), 4, 3)
run(nn.BatchNorm1d(3, eps=1e-2, momentum=0.3), 4, 3, 2)
run(nn.BatchNorm1d(3, momentum=None, affine=False), 4, 3)
run(nn.BatchNorm1d(2, track_running_stats=False), 4, 2)
run(nn.BatchNorm2d(2, bias=False), 2, 2, 3, 2)
run(nn.BatchNorm3d(1), 2, 1, 2, 1, 2)
run(nn.InstanceNorm1d(2), 3, 2, 4)
run(nn.InstanceNorm1d(2, affine=True, track_running_stats=True, momentum=0.3), 3, 2, 4)
run(nn.InstanceNorm2d(2, eps=1e-3, affine=True), 2, 2, 2, 2)
run(nn.InstanceNorm2d(2), 2, 3, 3)

# As functions.
torch.manual_seed(7)
x = torch.randn(5, 3, requires_grad=True)
mean, var = torch.tensor([0.5, -0.5, 0.0]), torch.tensor([1.0, 2.0, 0.5])
print(F.batch_norm(x, mean, var, eps=0.1))
y = F.batch_norm(x, mean, var, weight=torch.tensor([1.0, 2.0, 3.0]), bias=torch.ones(3), training=True, momentum=0.5)
(y * y * y).sum().backward()
print(y, mean, var, x.grad)
print(F.batch_norm(x, None, None, training=True))
print(F.instance_norm(torch.randn(2, 2, 3)))

# Training with it, saved and loaded.
net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
inputs, targets = torch.randn(6, 3), torch.randn(6, 1)
for step in range(5):
    opt.zero_grad()
    loss = F.mse_loss(net(inputs), targets)
    loss.backward()
    opt.step()
    print(step, loss.item())
net.eval()
print(net(inputs), net[1].num_batches_tracked, list(net.state_dict().keys()))
net[1].reset_running_stats()
print(net(inputs), net[1].running_var, [n for n, b in net.named_buffers()])
net.train()
print(net(inputs[:1]))
