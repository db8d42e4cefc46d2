import torch


class Table(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Parameter(torch.ones(1 << 20))

    def forward(self, x: torch.Tensor):
        return (self.table + x).sum()
