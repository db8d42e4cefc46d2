# A multi-layer perceptron with default initialisation, called as module and as
# TorchScript.
import torch
import torch.nn as nn
import torch.nn.functional as F


class MLP(nn.Module):
    def __init__(self, sizes, dropout=0.0):
        super().__init__()
        layers = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            layers += [nn.Linear(a, b), nn.ReLU()]
        self.body = nn.Sequential(*layers[:-1])
        self.drop = nn.Dropout(dropout)
        self.scale = nn.Parameter(torch.tensor(0.5))
        self.register_buffer("shift", torch.arange(float(sizes[-1])))

    def forward(self, x):
        x = self.body(x)
        return self.drop(x) * self.scale + self.shift


torch.manual_seed(1)
model = MLP([5, 8, 8, 3])
x = torch.randn(4, 5)
with torch.no_grad():
    print(model(x))
    print(F.softmax(model(x), dim=-1).sum(1), F.relu(model(x[0])), model(torch.zeros(2, 2, 5)).shape)
print(model)
print([(n, tuple(p.shape)) for n, p in model.named_parameters()])
print(sum(p.numel() for p in model.parameters()), [n for n, _ in model.named_buffers()])
scripted = torch.jit.script(model)
with torch.no_grad():
    print(torch.equal(scripted(x), model(x)), scripted(x)[0])
y = model(x).sum()
print(y, y.requires_grad, model.body[0].weight.requires_grad)
lin = nn.Linear(3, 2, bias=False)
print(lin.bias, lin.weight.shape, lin(torch.ones(3)).shape, lin.in_features)
print(nn.Bilinear(2, 3, 4)(torch.ones(1, 2), torch.ones(1, 3)))
