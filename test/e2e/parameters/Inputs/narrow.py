import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2).bfloat16()
        self.scale = nn.Parameter(torch.randn(4).half())
        self.register_buffer("bytes", torch.randint(-100, 100, (5,), dtype=torch.int8))
        self.register_buffer("shorts", torch.randint(-1000, 1000, (2, 2), dtype=torch.int16))


net = Net()
print(net.linear.weight, net.scale, net.bytes, net.shorts)
