# Gradients of a state that a loop carries, through all iterations so far.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
cell = torch.nn.RNNCell(3, 4)
h = torch.zeros(2, 4)
for i in range(5):
    x = torch.rand(2, 3)
    h = cell(x, h)
    loss = (h ** 2).sum()
    loss.backward(retain_graph=True)
    print(loss.item())
print(cell.weight_hh.grad)

torch.manual_seed(0)
cell = torch.nn.RNNCell(3, 4)
h0 = torch.zeros(2, 4, requires_grad=True)
h = h0
for i in range(50):
    x = torch.rand(2, 3)
    h = cell(x, h)
    loss = (h ** 2).sum()
    loss.backward()
    h = h.detach()
print(cell.weight_hh.grad)
print(h0.grad)

torch.manual_seed(0)
cell = torch.nn.RNNCell(3, 4)
h0 = torch.zeros(2, 4, requires_grad=True)
h = h0 * 2
n = 0
while n < int(torch.randint(5, 6, (1,))):
    x = torch.rand(2, 3)
    h = cell(x, h)
    loss = (h ** 2).sum()
    loss.backward(retain_graph=True)
    n += 1
print(cell.weight_hh.grad)
print(h0.grad)

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
total = torch.zeros(())
for i in range(4):
    total = total + (w * i).sum()
    g, = torch.autograd.grad(total, w, retain_graph=True)
    print(g)

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
h = torch.zeros(3)
for i in range(5):
    for j in range(3):
        h = torch.tanh(h * w + j)
    (h ** 2).sum().backward(retain_graph=True)
print(w.grad)

torch.manual_seed(0)
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(3, 5, batch_first=True)
        self.head = torch.nn.Linear(5, 2)
    def forward(self, x, state):
        out, state = self.lstm(x, state)
        return self.head(out), state
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=0.05)
data = torch.randn(4, 40, 3)
target = torch.stack([data.cumsum(1)[..., 0], data[..., 1]], -1)
for epoch in range(3):
    state = (torch.zeros(1, 4, 5), torch.zeros(1, 4, 5))
    loss = 0.0
    total = 0.0
    for t in range(8):
        chunk = data[:, t * 5:(t + 1) * 5]
        out, state = net(chunk, state)
        loss = loss + torch.nn.functional.mse_loss(out, target[:, t * 5:(t + 1) * 5])
        if t % 2 == 1:
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            total += loss.item()
            state = tuple(s.detach() for s in state)
            loss = 0.0
    print("%d %.4f" % (epoch, total))
