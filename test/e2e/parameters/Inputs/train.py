# Trains a small network; the same program goes on with --load where it ended with --save.
import torch

torch.manual_seed(0)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = torch.nn.Linear(2, 8)
        self.out = torch.nn.Linear(8, 1)
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))
        self.register_buffer("mean", torch.zeros(2))
        self.register_buffer("scratch", torch.ones(2), persistent=False)

    def forward(self, x):
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * x.mean(dim=0)
        return self.out(torch.tanh(self.hidden(x - self.mean)))


def initialize(module):
    if isinstance(module, torch.nn.Linear):
        torch.nn.init.xavier_uniform_(module.weight)
        module.bias.data.fill_(0.01)


# What is done before the first use is initialisation: --load comes after it.
model = Net()
model.apply(initialize)
with torch.no_grad():
    model.out.weight.mul_(0.5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)

x = torch.rand(64, 2)
y = x.prod(dim=1, keepdim=True)
steps = 100
for step in range(steps):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
print(model.hidden.weight, model.out.bias)
print(model.steps, model.mean)
print("%.6f" % loss.item())
