# Dropout while training: PyTorch's masks, and their derivatives.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(6)
x = torch.randn(4, 5, requires_grad=True)
for drop in (nn.Dropout(0.3), nn.Dropout(0.0), nn.Dropout(1.0), nn.AlphaDropout(0.2), nn.Dropout(0.5).eval()):
    x.grad = None
    y = drop(x)
    (y * y).sum().backward()
    print(drop, y.tolist(), x.grad.tolist())
image = torch.randn(2, 3, 2, 2, requires_grad=True)
F.dropout2d(image, 0.5).sum().backward()
print(image.grad[:, :, 0, 0])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(5, 6)
        self.drop = nn.Dropout(0.25)
        self.last = nn.Linear(6, 2)

    def forward(self, x):
        h = self.drop(torch.relu(self.first(x)))
        return self.last(F.dropout(h, p=0.1, training=self.training))


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data, labels = torch.randn(6, 5), torch.randint(0, 2, (6,))
for epoch in range(4):
    net.train()
    opt.zero_grad()
    loss = F.cross_entropy(net(data), labels)
    loss.backward()
    opt.step()
    net.eval()
    with torch.no_grad():
        print(epoch, loss.item(), F.cross_entropy(net(data), labels).item())
