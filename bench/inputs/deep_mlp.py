# 24 equal blocks: how long compiling takes when layers repeat.
import torch


class Block(torch.nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.up = torch.nn.Linear(n, 4 * n)
        self.down = torch.nn.Linear(4 * n, n)
        self.norm = torch.nn.LayerNorm(n)

    def forward(self, x):
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))


torch.manual_seed(0)
model = torch.nn.Sequential(*[Block(64) for _ in range(24)])
with torch.no_grad():
    print(model(torch.randn(32, 64)).shape)
