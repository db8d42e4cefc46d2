# Recurrent cells in a loop over time, with states that the loop carries.
import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, size, hidden):
        super().__init__()
        self.lstm = nn.LSTMCell(size, hidden)
        self.gru = nn.GRUCell(hidden, hidden)
        self.rnn = nn.RNNCell(hidden, size)

    def forward(self, x: torch.Tensor, steps: int) -> torch.Tensor:
        h = torch.zeros(x.size(0), 3)
        c = torch.zeros(x.size(0), 3)
        g = torch.ones(x.size(0), 3) * 0.1
        out = []
        for i in range(steps):
            h, c = self.lstm(x, (h, c))
            g = self.gru(h, g)
            x = self.rnn(g)
            out.append(x)
        return torch.stack(out)


torch.manual_seed(5)
model = Decoder(2, 3)
x = torch.rand(2, 2)
with torch.no_grad():
    y = model(x, 4)
    print(y.shape, y[-1], torch.jit.script(model)(x, 4).sum())
    h, c = model.lstm(x)
    print(h, c, model.gru(h), model.rnn(h[0]), nn.RNNCell(2, 2, nonlinearity="relu")(x))
print(model)


@torch.jit.script
def while_loop(x: torch.Tensor, w: torch.Tensor, u: torch.Tensor):
    h = torch.zeros(w.size(0))
    t = 0
    while t < x.size(0):
        h = torch.tanh(w @ x[t] + u @ h)
        t += 1
    return h


print(while_loop(torch.ones(3, 2), torch.full((2, 2), 0.5), torch.eye(2)))
