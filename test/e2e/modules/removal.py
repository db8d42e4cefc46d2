# Removing and replacing the modules of containers.
import torch
from torch import nn, Tensor
from typing import Dict, List
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.d = nn.ModuleDict({"a": nn.Linear(2, 3), "b": nn.Tanh()})
        self.seq = nn.Sequential(nn.Linear(2, 4), nn.Sigmoid(), nn.Linear(4, 2))
    def forward(self, x: Tensor) -> Tensor:
        for l in self.layers:
            x = l(x)
        for i, l in enumerate(self.layers):
            print(i)
            x = l(x)
        for k, v in self.d.items():
            print(k)
            if k == "b":
                x = v(x)
        for k in self.d.keys():
            print(k)
        for v in self.d.values():
            pass
        print(len(self.layers), len(self.d), len(self.seq))
        y = self.layers[0](x)
        y = self.layers[-1](y)
        z = self.d["b"](y)
        for l in self.seq[:2]:
            pass
        print("a" in self.d)
        return self.seq(z)
torch.manual_seed(0)
m = M()
print(m)
s = torch.jit.script(m)
print(s(torch.ones(1, 2)))
m.layers.append(nn.Linear(2, 5))
m.layers.insert(0, nn.Identity())
m.layers.extend([nn.Tanh()])
print(len(m.layers), m.layers)
del m.layers[0]
m.layers.pop(-1)
print(m.layers)
m.d.update({"c": nn.Softmax(dim=1)})
m.d["e"] = nn.ELU()
m.d.pop("a")
print(m.d, "a" in m.d, list(m.d.keys()))
m.seq.append(nn.ReLU())
print(m.seq[0], m.seq[1:3], len(m.seq))
del m.seq[1]
print(m.seq)
m.layers[1] = nn.Linear(2, 7)
print(m.layers)
del m.d["b"]
print(m.d)
m.d.clear()
print(m.d)
for n, p in m.named_parameters():
    print(n, p.shape)
for n, c in m.named_children():
    print(n)
print([n for n, _ in m.named_modules()])
print(sum(p.numel() for p in m.parameters()))
