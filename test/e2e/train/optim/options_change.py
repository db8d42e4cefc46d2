# Options of optimizers that are an int first and a float later.
# tolerance: 1e-5
import torch

w = torch.nn.Parameter(torch.ones(3))
opt = torch.optim.Adam([w], lr=0.1)
for i in range(20):
    if i == 5:
        opt.param_groups[0]["weight_decay"] = 0.1
    opt.zero_grad()
    (w ** 2).sum().backward()
    opt.step()
print(w)
w = torch.nn.Parameter(torch.ones(3))
opt = torch.optim.SGD([w], lr=1)
x = torch.tensor([1.0, -1.0, 2.0])
for i in range(20):
    opt.zero_grad()
    (0.1 * w ** 2 * x.abs()).sum().backward()
    opt.step()
    if w.sum().item() < 0.1:
        for group in opt.param_groups:
            group["lr"] = 0.5
print(w, opt.param_groups[0]["lr"])
v = 0
for i in range(3):
    if x[i] > 1.5:
        v = 0.5
    print(isinstance(v, (int, float)), isinstance(v, int), isinstance(v, torch.Tensor), v)
