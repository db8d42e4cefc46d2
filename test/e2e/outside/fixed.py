# What shapes the program is fixed to its defaults; everything else is free.
# arguments:
# arguments: --lr 0.5 --epochs 1 --batch 3 --width 6 --layers 2
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=6, help="sizes of weights")
parser.add_argument("--layers", type=int, default=2)
parser.add_argument("--activation", choices=["relu", "tanh"], default="tanh")
parser.add_argument("--optimizer", default="adam")
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--batch", type=int, default=4)
parser.add_argument("--lr", type=float, default=0.01)
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()

torch.manual_seed(args.seed)


class Net(nn.Module):
    def __init__(self, width, layers, activation):
        super().__init__()
        self.first = nn.Linear(3, width)
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(layers)])
        self.last = nn.Linear(width, 1)
        self.activation = {"relu": nn.ReLU, "tanh": nn.Tanh}[activation]()

    def forward(self, x):
        x = self.activation(self.first(x))
        for layer in self.layers:
            x = self.activation(layer(x))
        return self.last(x)


net = Net(args.width, args.layers, args.activation)
if args.optimizer == "sgd":
    optimizer = torch.optim.SGD(net.parameters(), lr=args.lr)
else:
    optimizer = torch.optim.Adam(net.parameters(), lr=args.lr)
x = torch.randn(args.batch, 3)
y = x.sum(1, keepdim=True)
for epoch in range(args.epochs):
    optimizer.zero_grad()
    loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: {loss.item():.4f}")
print(tuple(x.shape), sum(p.numel() for p in net.parameters()))
