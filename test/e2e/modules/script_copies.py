# Scripted modules: another module with the tensors of the first one,
# TorchScript down to the last child.
import copy
from typing import Dict, Final, List, Optional

import torch
import torch.nn as nn


class Count(nn.Module):
    limit: Final[List[int]]
    __constants__ = ["names"]
    hidden: Optional[torch.Tensor]
    seen: List[int]

    def __init__(self):
        super().__init__()
        self.n = 0
        self.limit = [1, 2]
        self.names = ["a", "b"]
        self.seen = []
        self.dtype = torch.float64
        self.register_buffer("total", torch.zeros(2))
        self.register_buffer("hidden", torch.zeros(1))
        self.register_buffer("temporary", torch.zeros(1), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.n += 1
        self.seen.append(self.n)
        self.total = self.total + x
        print(self.n / 2, 2 ** self.n, torch.jit.is_scripting(), self.limit, self.names, [str(1.0)])
        return x * self.scale(2)

    def scale(self, n: int) -> float:
        return n ** 2 / 4

    @torch.jit.export
    def half(self, x: float) -> float:
        print(x, self.dtype)
        return x / 2

    @torch.jit.export
    def kind(self, x: torch.Tensor):
        return x.dtype, x.shape

    @torch.jit.ignore
    def note(self, n: int) -> str:
        return f"{n!r} {[True]} {torch.jit.is_scripting()}"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Count(), nn.Sequential(Count(), nn.ReLU())])
        self.named = nn.ModuleDict({"c": Count()})
        self.one = Count()
        self.steps = nn.Sequential(Count(), nn.Sequential(Count()))
        self.lin = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        for name, layer in self.named.items():
            print(name)
            x = layer(x)
        f = torch.jit.fork(self.steps, x)
        return self.lin(self.one(torch.jit.wait(f)))


torch.manual_seed(0)
net = Net()
with torch.no_grad():
    net.lin.weight.fill_(0.5)
    net.lin.bias.zero_()


script = torch.jit.script(net)
print(script)
print(script(torch.ones(2)))
print("eager")
print(net(torch.ones(2)))
print([c.n for c in (net.one, script.one, net.layers[0], script.layers[0], script.named["c"],
      script.steps[0])])
print(net.one.total, script.one.total, script.layers[0].total, script.one.seen, net.one.seen)
print(script.one.limit, script.one.names, script.one.dtype, net.one.limit, net.one.dtype)
print(list(script.one.state_dict().keys()), list(net.one.state_dict().keys()))
print([n for n, b in script.one.named_buffers()], len(list(script.parameters())),
      len(script.layers))
script.one(torch.ones(2))
script.layers[0](torch.ones(2))
for layer in script.layers:
    print(layer.training, torch.jit.is_scripting())


for key in script.named:
    print(key, script.named[key].n, "c" in script.named)


print(script.one.half(3), script.one.kind(torch.ones(2)), script.one.note(3))
script.eval()
print(script.training, script.one.training, net.training, script.layers[0].training)
print([child.training for child in script.children()])
print(isinstance(script, nn.Module), isinstance(script, Net), script.original_name)
print(torch.jit.script(script) is script)

optimizer = torch.optim.SGD(script.parameters(), lr=0.1)
script.lin(torch.ones(2)).sum().backward()
optimizer.step()
print(net.lin.weight, script.lin.weight.grad)
script.load_state_dict({k: torch.zeros_like(v) for k, v in script.state_dict().items()})
print(net.lin.weight, net.one.total)


class Outer(nn.Module):
    def __init__(self, inner: nn.Module):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        print(2 ** 2, x)
        return self.inner(x)


outer = Outer(torch.jit.script(nn.Sequential(Count())))
print(outer(torch.ones(2)))
twice = [torch.jit.script(Count()) for _ in range(2)]
for c in twice:
    c(torch.ones(2))


twice[0](torch.ones(2))
print([c.n for c in twice])


class Cell(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        print(7 / 2, x)
        return x


class Loops(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.ModuleList([Cell(), Cell()])
        self.d = nn.ModuleDict({"a": Cell(), "b": nn.Sequential(Cell())})
        self.p = nn.ParameterList([nn.Parameter(torch.ones(1))])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for i, m in enumerate(self.items):
            x = m(x)
        for k in self.d.keys():
            print(k)
        for m in self.d.values():
            x = m(x)
        x = self.items[1](x)
        x = self.items[-1](x)
        for m in self.items[1:]:
            x = m(x)
        for m, n in zip(self.items, self.items):
            x = n(m(x))
        if "a" in self.d:
            print(len(self.d), len(self.items))
        for p in self.p:
            x = x + p
        return x


loops = torch.jit.script(Loops())
print(loops(torch.ones(1)))
again = copy.deepcopy(loops)
print(again(torch.ones(1)))


class History(nn.Module):
    seen: List[int]
    rows: List[List[int]]
    table: Dict[str, List[int]]

    def __init__(self):
        super().__init__()
        row = [0]
        self.seen = [1]
        self.rows = [row, row]
        self.table = {"a": [1]}
        self.pair = ([1], 2)

    def forward(self, x: int):
        self.seen.append(x)
        self.rows[0].append(x)
        self.table["a"].append(x)
        return len(self.pair[0])


history = History()
scripted = torch.jit.script(history)
seen, rows, table = scripted.seen, scripted.rows, scripted.table
scripted(2)
for i in range(int(torch.tensor(3).item())):
    scripted(i)
print(seen, rows, table, scripted.seen, scripted.rows, scripted.table)
scripted.seen.append(9)
scripted.pair[0].append(9)
given = [7]
scripted.seen = given
given.append(8)
print(scripted.seen, scripted.pair, scripted(1), scripted.seen, given, scripted.seen is scripted.seen)
print(history.seen, history.rows, history.table, history.pair)
