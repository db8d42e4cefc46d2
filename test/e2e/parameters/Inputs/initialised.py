# Initialises in many ways before the first use: --load comes after all of them.
import torch
import torch.nn as nn

torch.manual_seed(3)


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(2, 2))
        self.scale = nn.Parameter(torch.ones(()))
        self.register_buffer("offset", torch.zeros(2))

    def reset(self):
        with torch.no_grad():
            self.weight.copy_(torch.eye(2))
            self.scale.fill_(3)

    def forward(self, x):
        self.offset += 1
        return x @ self.weight * self.scale + self.offset


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Part() for _ in range(3)])
        self.head = nn.Linear(2, 5)

    def forward(self, x):
        for part in self.parts:
            x = torch.tanh(part(x))
        return self.head(x)


def initialise(module):
    if isinstance(module, nn.Linear):
        nn.init.kaiming_uniform_(module.weight)
        nn.init.constant_(module.bias, 0.5)


def build():
    net = Model()
    net.apply(initialise)
    for i, part in enumerate(net.parts):
        part.reset()
        with torch.no_grad():
            part.weight[0, 1] = float(i)
        part.weight.data = part.weight.data * 2
    return net


model = build()
print(model.head.out_features, model.head.weight.shape)
model.head = nn.Linear(2, 3)  # another one than was made
nn.init.uniform_(model.head.weight, -1, 1)
model.parts[2].weight = model.parts[1].weight  # tied
model.double()
model.train()
average = [p.detach().clone() for p in model.parameters()]
forked = torch.jit.script(model)
state = model.state_dict()
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
target = Model().double()
target.head = nn.Linear(2, 3).double()
target.load_state_dict({name: value for name, value in state.items()})

x = torch.ones(4, 2, dtype=torch.float64)
task = torch.jit.fork(forked, x)
before = torch.jit.wait(task).sum().item()
for step in range(3):
    optimizer.zero_grad()
    loss = (forked(x) - 1).pow(2).sum()
    loss.backward()
    optimizer.step()
after = forked(x).sum().item()
print("%.6f %.6f" % (before, after))
print("%.6f" % sum([p.sum().item() for p in average]))
print("%.6f" % target(x).sum().item())
