# Models over two and three devices whose batches nobody has split.
# tolerance: 2e-5
import torch
from torch import nn
from torch.nn import functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.25)).to("cuda:0")
        self.second = nn.Sequential(nn.Linear(16, 16), nn.Tanh()).to("cuda:1")
        self.third = nn.Linear(16, 4).to("cuda:2")

    def forward(self, x):
        x = self.first(x.to("cuda:0")).to("cuda:1")
        return self.third(self.second(x).to("cuda:2"))


class Encoder(nn.Module):
    """Sequences of words: embedding and a layer of attention on each device."""

    def __init__(self, batch_first):
        super().__init__()
        self.words = nn.Embedding(11, 8).to("cuda:0")
        self.first = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=batch_first).to("cuda:0")
        self.second = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=batch_first).to("cuda:1")
        self.head = nn.Linear(8, 11).to("cuda:1")

    def forward(self, x):
        x = self.first(self.words(x.to("cuda:0")))
        return self.head(self.second(x.to("cuda:1")))


class Images(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(inplace=True),
                                   nn.MaxPool2d(2)).to("cuda:0")
        self.second = nn.Sequential(nn.Conv2d(4, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU()).to("cuda:1")
        self.fc = nn.Linear(64, 5).to("cuda:1")

    def forward(self, x):
        x = self.second(self.first(x.to("cuda:0")).to("cuda:1"))
        return self.fc(x.flatten(1))


def train(model, optimizer, x, y, output):
    for step in range(3):
        optimizer.zero_grad()
        scores = model(x)
        loss = F.cross_entropy(scores.reshape(-1, scores.size(-1)), y.to(output).reshape(-1), ignore_index=3)
        loss.backward()
        optimizer.step()
        print(step, "%.5f" % loss.item())
    print([round(p.abs().sum().item(), 3) for p in model.parameters()])


torch.manual_seed(0)
model = Classifier()
train(model, torch.optim.Adam(model.parameters(), lr=0.01), torch.randn(10, 6), torch.randint(0, 4, (10,)), "cuda:2")
# A loss that is a mean, of rows and of numbers, and one whose gradient needs all of it.
model.eval()
x = torch.randn(9, 6)
loss = F.mse_loss(model(x), torch.ones(9, 4, device="cuda:2")) + (model(x) ** 2).mean(dim=1).sum().sqrt()
loss.backward()
print("%.5f" % loss.item(), [round(p.grad.norm().item(), 4) for p in model.parameters()])
for batch_first in (True, False):
    model = Encoder(batch_first)
    train(model, torch.optim.SGD(model.parameters(), lr=0.1), torch.randint(0, 11, (6, 5)),
          torch.randint(0, 11, (6, 5)), "cuda:1")
model = Images()
for i in range(2):
    print(model(torch.randn(8, 3, 8, 8)).sum().item())
model.eval()
with torch.no_grad():
    print(model(torch.randn(8, 3, 8, 8)).cpu())
