# LSTM, GRU and RNN: layers, directions, batch_first, initial states, no batch.
import torch
import torch.nn as nn

torch.manual_seed(4)
x = torch.rand(3, 2, 4)
with torch.no_grad():
    lstm = nn.LSTM(4, 3)
    y, (h, c) = lstm(x)
    print(y, h, c)
    y2, (h2, c2) = lstm(x, (h, c))
    print(y2[-1], torch.equal(y2[-1], h2[0]), c2.shape)
    deep = nn.LSTM(4, 3, num_layers=2, bidirectional=True, batch_first=True)
    y, (h, c) = deep(x)
    print(y.shape, y[0, 0], h.shape, h[:, 0], c.sum(), deep)
    y, state = deep(x[0])
    print(y.shape, state[0].shape)
    gru = nn.GRU(4, 3, bidirectional=True, bias=False)
    y, h = gru(x)
    print(y[0], h, gru(x, torch.ones(2, 2, 3))[1])
    rnn = nn.RNN(4, 2, nonlinearity="relu", num_layers=2)
    y, h = rnn(x)
    print(y[-1], h, rnn)
    one = nn.RNN(4, 2)
    print(one(x[:, 0])[0], [name for name, _ in deep.named_parameters()][:5], gru.weight_ih_l0_reverse.shape)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 3, batch_first=True)
        self.out = nn.Linear(3, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y, h = self.rnn(x)
        s = h[0]
        for t in range(y.size(1)):
            s = s + y[:, t] * t
        return self.out(s)


model = torch.jit.script(Encoder())
with torch.no_grad():
    print(model(x), model(x[:, :1]).shape, model(torch.rand(5, 7, 4)).shape)
