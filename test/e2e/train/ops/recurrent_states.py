# Derivatives of every recurrent layer and cell, with initial states.
import torch
torch.manual_seed(3)


def check(m, x, h, name: str):
    with torch.no_grad():
        plain, last = m(x, h)
    out, state = m(x, h)
    print(name, (plain - out).abs().max().item() == 0.0)
    loss = (out * torch.cos(torch.arange(out.numel()).to(out.dtype)).reshape(out.shape)).sum()
    if isinstance(state, tuple):
        loss = loss + (state[0] * state[0]).sum() + state[1].sum()
    else:
        loss = loss + (state * state).sum()
    loss.backward()
    if x.grad is not None:
        print(name, "x", "%.5g %.5g" % (x.grad.abs().sum().item(), x.grad.sum().item()))
    for n, p in m.named_parameters():
        print(name, n, "%.5g %.5g" % (p.grad.abs().sum().item(), p.grad.sum().item()))


T, B, I, H = 5, 3, 4, 6
h = torch.randn(1, B, H, requires_grad=True)
c = torch.randn(1, B, H, requires_grad=True)
x = torch.randn(T, B, I, requires_grad=True)
check(torch.nn.LSTM(I, H), x, (h, c), "lstm")
print("%.5g %.5g" % (h.grad.sum().item(), c.grad.sum().item()))
check(torch.nn.GRU(I, H), x, h, "gru")
check(torch.nn.RNN(I, H), x, h, "rnn")
check(torch.nn.RNN(I, H, nonlinearity="relu"), x, h, "relu")
check(torch.nn.LSTM(I, H, bias=False), x, (h, c), "lstm nobias")
check(torch.nn.GRU(I, H, bias=False), x, h, "gru nobias")
h2 = torch.randn(4, B, H, requires_grad=True)
check(torch.nn.GRU(I, H, num_layers=2, bidirectional=True), x, h2, "gru 2")
check(torch.nn.LSTM(I, H, num_layers=2, bidirectional=True, batch_first=True), x.detach().transpose(0, 1), (h2, h2 * 0.5), "lstm 2")
print("%.5g" % h2.grad.sum().item())
cell = torch.nn.LSTMCell(I, H)
a = torch.zeros(B, H)
b = torch.zeros(B, H)
for t in range(T):
    a, b = cell(x[t], (a, b))
(a * b).sum().backward()
for n, p in cell.named_parameters():
    print(n, "%.5g" % p.grad.abs().sum().item())
g = torch.nn.GRUCell(I, H)
a = torch.zeros(B, H)
for t in range(T):
    a = g(x[t], a)
(a * a).sum().backward()
for n, p in g.named_parameters():
    print(n, "%.5g" % p.grad.abs().sum().item())
print("%.5g" % x.grad.abs().sum().item())
one = torch.nn.LSTM(I, H)
y, _ = one(x[:1])
(y * y).sum().backward()
print("%.5g" % one.weight_hh_l0.grad.abs().sum().item(), "%.5g" % one.weight_ih_l0.grad.abs().sum().item())
dl = torch.nn.LSTM(2, 3).double()
dx = torch.randn(4, 2, 2, dtype=torch.float64, requires_grad=True)


def f(v):
    out, s = dl(v)
    return (out * out * out).sum() + s[1].exp().sum()


(gx,) = torch.autograd.grad(f(dx), [dx])
worst = 0.0
with torch.no_grad():
    for i in range(4):
        for j in range(2):
            e = torch.zeros(4, 2, 2, dtype=torch.float64)
            e[i, j, 1] = 1e-6
            err = ((f(dx + e) - f(dx - e)) / 2e-6 - gx[i, j, 1]).abs().item()
            if err > worst:
                worst = err
print(worst < 1e-8)
