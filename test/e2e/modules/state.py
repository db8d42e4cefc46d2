# state_dict, load_state_dict, apply, train and eval, requires_grad_, conversions,
# buffers, shared parameters.
import torch
import torch.nn as nn


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2, bias=False)
        self.b.weight = self.a.weight
        self.again = self.a
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("hidden", torch.ones(1), persistent=False)
        self.register_parameter("missing", None)

    def forward(self, x):
        self.steps += 1
        return self.b(self.a(x)) + self.hidden


torch.manual_seed(7)
m = Tied()
print(m)
print([n for n, _ in m.named_parameters()], [n for n, _ in m.named_buffers()], list(m.state_dict().keys()))
print(len(list(m.parameters())), len(list(m.modules())), len(list(m.children())), m.missing)


def init(module):
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 0.5)
        if module.bias is not None:
            module.bias.data.fill_(0.25)


m.apply(init)
with torch.no_grad():
    print(m(torch.ones(1, 2)), m.steps, m(torch.zeros(1, 2)), m.steps)
state = {k: v * 2 for k, v in m.state_dict().items()}
print(m.load_state_dict(state), m.steps, m.a.weight.sum().item(), m.b.weight.sum().item())
print(m.training, m.eval().training, m.a.training, m.train().a.training)
m.requires_grad_(False)
print([p.requires_grad for p in m.parameters()], m(torch.ones(2)))
m.double()
print(m.a.weight.dtype, m.steps.dtype, m(torch.ones(2, dtype=torch.float64)).dtype)
m.to(torch.float32)
other = Tied()
other.load_state_dict(m.state_dict())
print(torch.equal(other.a.weight, m.a.weight), other.a.weight is m.a.weight)
for p in m.parameters():
    p.data.mul_(0)
print(m.a.weight, m.get_submodule("a") is m.a)
lin = nn.Linear(2, 1)
with torch.no_grad():
    lin.weight.copy_(torch.tensor([[1.0, -1.0]]))
    lin.bias[0] = 3
print(lin.weight, lin.bias, lin(torch.tensor([5.0, 1.0])).item())
