import torch


def branch(x):
    return torch.relu(x @ x)


x = torch.ones(256, 256)
parts = [torch.jit.fork(branch, x) for _ in range(4)]
total = sum([torch.jit.wait(part) for part in parts])
near = total.to("cuda:0")
for i in range(3):
    near = torch.tanh(near)
far = (near + 1).to("cuda:1") * 2
print(far.sum().item())
