# What TorchScript prints for tensors.
from typing import List

import torch


@torch.jit.script
def show(x: torch.Tensor):
    print(x)


@torch.jit.script
def show_list(xs: List[torch.Tensor]):
    print(xs, len(xs))
    print("first", xs[0], "then", 1)


for t in (torch.tensor(2.5), torch.tensor(3), torch.tensor(True), torch.tensor(1e-7), torch.tensor(1234567.0), torch.tensor(-0.0)):
    show(t)
show(torch.tensor([1.0, 2.0, 3.0]))
show(torch.tensor([1.5, -2.25, 300.0]))
show(torch.tensor([1e-5, 1.0]))
show(torch.tensor([1e6, 2.5]))
show(torch.tensor([0.001, 0.002]))
show(torch.tensor([float("nan"), 1.0, float("inf")]))
show(torch.tensor([[1, 2], [3, 400]]))
show(torch.tensor([[True, False]]))
show(torch.tensor([[1.5, 2.0], [3.0, 4.0]], dtype=torch.float64))
show(torch.arange(12.0).reshape(2, 3, 2))
show(torch.arange(60).reshape(2, 30))
show(torch.arange(60.0).reshape(2, 30) / 8)
show(torch.zeros(0))
show(torch.zeros(2, 0))
show(torch.ones(1, 1, 1, 2, dtype=torch.uint8))
show(torch.tensor([10000000000, 1]))
show_list([torch.ones(1), torch.zeros(2, 2)])
