# Modules in TorchScript: methods, attributes that change, constants, training
# flag, submodule methods, exported methods, free functions, printing inside.
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn as nn


def helper(x: torch.Tensor, k: int) -> torch.Tensor:
    return x * k + 1


class Inner(nn.Module):
    def __init__(self, k: int):
        super().__init__()
        self.k = k
        self.fc = nn.Linear(2, 2)
        with torch.no_grad():
            self.fc.weight.copy_(torch.eye(2) * k)
            self.fc.bias.zero_()

    def scaled(self, x: torch.Tensor, by: float = 2.0) -> torch.Tensor:
        return self.fc(x) * by

    def forward(self, x: torch.Tensor) -> Tuple[torch.Tensor, int]:
        return helper(self.fc(x), self.k), self.k


class Outer(nn.Module):
    calls: int

    def __init__(self):
        super().__init__()
        self.first = Inner(1)
        self.second = Inner(3)
        self.calls = 0
        self.cache: Dict[str, int] = {"a": 1}
        self.drop = nn.Dropout(0.9)
        self.register_buffer("total", torch.zeros(2))
        self.name = "outer"

    def forward(self, x: torch.Tensor, note: Optional[str] = None) -> Dict[str, torch.Tensor]:
        self.calls += 1
        a, k = self.first(x)
        b, j = self.second(a)
        self.total += b.sum(0).detach()
        if self.training:
            b = b * 100
        print(self.name, self.calls, k + j, note, self.cache)
        self.cache["n" + str(self.calls)] = self.calls
        return {"a": a, "b": b, "c": self.second.scaled(x)}

    @torch.jit.export
    def reset(self, value: int) -> int:
        self.calls = value
        return self.calls + 1


model = torch.jit.script(Outer())
model.eval()
x = torch.tensor([[1.0, 2.0]])
with torch.no_grad():
    out = model(x)
    print(out["a"], out["b"], out["c"], sorted(out.keys()))
    print(model(x, "again")["b"], model.total, model.calls)
    print(model.reset(41), model(x)["a"].shape, model.calls)
    model.train()
    print(model(x)["b"], model.training)
