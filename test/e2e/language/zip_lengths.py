# Lists of modules beside lists whose length, or elements, the run decides.
import torch

torch.manual_seed(0)
nets = [torch.nn.Linear(2, 2) for _ in range(2)]
lrs = [0.1, 0.2]
for rnd in range(5):
    scores = [n.weight.sum().item() * lr for n, lr in zip(nets, lrs)]
    worst = torch.tensor(scores).argmin().item()
    lrs[worst] = lrs[worst] * 0.5
    print([round(s, 4) for s in scores], lrs)
data = [torch.randn(10 + i, 2) for i in range(2)]
sizes = torch.tensor([float(len(x)) for x in data])
for w, n in zip(sizes, nets):
    print(w, n.weight.sum().item() > 0)
x = torch.tensor([1.0, 2.0, 3.0])
some = [v for v in x if v > 1.5]
for i, (v, n) in enumerate(zip(some[:int(x[0].item())], nets)):
    print(i, v)
for n, v in zip(nets, x[x > 2.5]):
    print(v)
