# State dicts of modules: their text, what shares memory with the module, loading.
import torch
from collections import OrderedDict

torch.manual_seed(0)
m = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
sd = m.state_dict()
print(sd)
print(list(sd.keys()), len(sd), isinstance(sd, dict), isinstance(sd, OrderedDict))
print(m.load_state_dict(sd))
# The tensors of a state are those of the module.
sd["0.bias"].fill_(2.0)
print(m[0].bias)
sd["2.weight"][0, 1] = 7.0
print(m[2].weight, sd["2.weight"].requires_grad)
copied = {name: value.clone() for name, value in sd.items()}
with torch.no_grad():
    m[0].bias.add_(1)
print(copied["0.bias"], sd["0.bias"])
m.load_state_dict(copied)
print(m[0].bias, sd["0.bias"])

# strict=False
part = OrderedDict()
part["2.bias"] = torch.tensor([5.0])
part["more"] = torch.zeros(1)
part["0.more"] = torch.zeros(1)
part["3.weight"] = torch.zeros(1)
print(m.load_state_dict(part, strict=False))
print(m[2].bias)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("a", torch.zeros(2))
        self.register_buffer("b", torch.zeros(2), persistent=False)
        self.register_buffer("c", None)
        self.w = torch.nn.Parameter(torch.ones(3))
        self.l = torch.nn.Linear(1, 1)
        self.l2 = self.l
        self.v = self.w
        self.register_buffer("n", torch.tensor(3))

    def forward(self, x):
        self.a = self.a * 0.5 + x
        self.n += 1
        return self.a.sum() * self.w.sum()


net = Net()
print(net.state_dict())
for i in range(3):
    net(torch.ones(2))
print(net.state_dict()["a"], net.state_dict()["n"])
print([name for name, value in net.named_buffers()])
other = Net()
print(other.load_state_dict(net.state_dict()))
print(other.a, other.n)
print(net.state_dict(prefix="net.").keys())
print(OrderedDict(), OrderedDict([("a", 1), ("b", [2])]))
print(type(sd), type(dict(sd)))
print(other.load_state_dict(net.state_dict(), assign=True))
print(other.w is net.w, isinstance(other.w, torch.nn.Parameter))
