# Tasks that return lists and dicts of tensors of several ranks.
import torch
import torch.nn as nn
from typing import Dict, List, Tuple, NamedTuple
from torch import Tensor
class Out(NamedTuple):
    boxes: List[Tensor]
    n: int
def stats(x: Tensor, k: float) -> Dict[str, Tensor]:
    return {"mean": x.mean() * k, "row": x.sum(0), "all": x + k}
def boxes(x: Tensor, n: int) -> Out:
    return Out([x.mean(), x * n], n)
class Head(nn.Module):
    def __init__(self, o: int):
        super().__init__()
        self.lin = nn.Linear(3, o)
        self.last: Dict[str, Tensor] = {}
    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        y = self.lin(x)
        return {"logits": y, "loss": y.mean()}
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([Head(2), Head(4)])
    def forward(self, x: Tensor) -> Tensor:
        futs: List[torch.jit.Future[Dict[str, Tensor]]] = []
        for h in self.heads:
            futs.append(torch.jit.fork(h, x))
        loss = torch.zeros(1)
        for f in futs:
            d = torch.jit.wait(f)
            for k, v in d.items():
                print(k, v.dim())
            loss = loss + d["loss"]
        return loss
def main(n: int):
    x = torch.arange(6.0).view(2, 3)
    futs: List[torch.jit.Future[Dict[str, Tensor]]] = []
    for i in range(n):
        futs.append(torch.jit.fork(stats, x, i * 0.5))
    tot = torch.zeros(3)
    for f in futs:
        d = torch.jit.wait(f)
        tot = tot + d["row"] * d["mean"]
        for k, v in d.items():
            print(k, v.shape, v.sum())
    print(tot)
    o = torch.jit.wait(torch.jit.fork(boxes, x, 3))
    print(o.n, o.boxes)
    g = torch.jit.fork(stats, x, 2.0)
    e = g.wait()
    e["more"] = torch.ones(1)
    e["mean"] += 1
    e["row"] = x
    print(e, len(e), "more" in e, list(e.keys()))
    c = dict(torch.jit.wait(futs[0]))
    c["z"] = x
    print(len(c), len(torch.jit.wait(futs[0])))
torch.manual_seed(0)
net = torch.jit.script(Net())
torch.jit.script(main)(3)
print(net(torch.ones(2, 3)).item())
