# A graph convolution and graph attention over one small graph.
import torch
from torch import nn
import torch.nn.functional as F


class Convolution(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(inputs, outputs))
        self.bias = nn.Parameter(torch.zeros(outputs))
        nn.init.xavier_uniform_(self.weight)

    def forward(self, x, adjacency):
        return adjacency @ (x @ self.weight) + self.bias


class Attention(nn.Module):
    def __init__(self, inputs, outputs, heads, concat=True):
        super().__init__()
        self.heads, self.concat = heads, concat
        self.linear = nn.Linear(inputs, outputs * heads, bias=False)
        self.from_, self.onto = nn.Parameter(torch.empty(heads, outputs)), nn.Parameter(torch.empty(heads, outputs))
        nn.init.xavier_normal_(self.from_)
        nn.init.xavier_normal_(self.onto)

    def forward(self, x, adjacency):
        h = F.dropout(self.linear(x), 0.2, self.training).view(x.size(0), self.heads, -1)
        scores = F.leaky_relu((h * self.from_).sum(-1).unsqueeze(1) + (h * self.onto).sum(-1).unsqueeze(0), 0.2)
        scores = scores.masked_fill(adjacency.unsqueeze(-1) == 0, float("-inf"))
        y = torch.einsum("ijh,jhf->ihf", F.softmax(scores, dim=1), h)
        return y.flatten(1) if self.concat else y.mean(1)


class Network(nn.Module):
    def __init__(self, first, second):
        super().__init__()
        self.first, self.second = first, second

    def forward(self, x, adjacency):
        return F.log_softmax(self.second(F.elu(self.first(x, adjacency)), adjacency), dim=1)


torch.manual_seed(7)
edges = torch.tensor([[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 4], [3, 4]])
adjacency = torch.eye(7)
adjacency[edges[:, 0], edges[:, 1]] = 1
adjacency = ((adjacency + adjacency.t()) > 0).float()
degree = adjacency.sum(1).rsqrt()
normalised = degree[:, None] * adjacency * degree[None, :]
x, y = torch.randn(7, 4), torch.tensor([0, 0, 0, 0, 1, 1, 1])
known = torch.tensor([True, False, True, False, True, False, True])
for model, a in (Network(Convolution(4, 5), Convolution(5, 2)), normalised), (Network(Attention(4, 3, 2), Attention(6, 2, 2, False)), adjacency):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05, weight_decay=5e-4)
    for step in range(5):
        model.train()
        loss = F.nll_loss(model(x, a)[known], y[known])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    predicted = model(x, a).argmax(1)
    print("%.4f" % loss.item(), predicted, (predicted[~known] == y[~known]).float().mean())
