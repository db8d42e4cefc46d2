import torch
from torch import Tensor, nn


class Scale(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        # The file's value is another one: drawing this one is left out.
        self.weight = nn.Parameter(torch.randn(n, 2))
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        # What no file has.
        self.table = torch.arange(n, dtype=torch.float32) * 10

    def forward(self, x: Tensor, y: Tensor, factor: float = 2.0):
        if self.training:
            self.calls += 1
        total = (x @ self.weight + y) * factor
        return {"total": total, "table": self.table[:x.size(1)] + self.calls,
                "rows": x.size(0)}

    def answer(self, n: int, name: str, wanted: bool):
        return n * 2, name + "!", not wanted, None

    def failing(self, x: Tensor):
        raise ValueError("never")


if __name__ == "__main__":
    print("not of a module")
