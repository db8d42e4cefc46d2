# An exported method is compiled with its module.
# expect: COMPILE ERROR 12 str
import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return x

    @torch.jit.export
    def count(self, n: int) -> int:
        return "many"


net = torch.jit.script(Net())
print(net(torch.ones(2)))
