# An LSTM cell over a list of outputs, dropout, accumulated gradients, an average of the weights.
import torch, torch.nn as nn
from typing import List
torch.manual_seed(0)
class RNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(3, 5)
        self.out = nn.Linear(5, 1)
        self.drop = nn.Dropout(0.2)
    def forward(self, xs):
        h = torch.zeros(2, 5); c = torch.zeros(2, 5)
        outs: List[torch.Tensor] = []
        for t in range(xs.size(0)):
            h, c = self.cell(xs[t], (h, c))
            outs.append(self.drop(self.out(h)))
        return torch.stack(outs)
m = RNN()
ema = [p.detach().clone() for p in m.parameters()]
opt = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)
for step in range(5):
    xs = torch.randn(7, 2, 3)
    ys = xs.cumsum(0).sum(-1, keepdim=True)
    for k in range(2):
        loss = ((m(xs) - ys) ** 2).mean() / 2
        loss.backward()
    opt.step()
    opt.zero_grad(set_to_none=False)
    with torch.no_grad():
        for e, p in zip(ema, m.parameters()):
            e.mul_(0.9).add_(p, alpha=0.1)
    print(step, loss.item())
print([round(e.abs().sum().item(), 4) for e in ema])
