# The grad mode as a statement, as a context and around calls.
import torch

w = torch.ones(2, requires_grad=True)
torch.set_grad_enabled(False)
a = w * 2
print(a.requires_grad, torch.is_grad_enabled())
torch.set_grad_enabled(True)
b = w * 2
print(b.requires_grad, torch.is_grad_enabled())
for train in [True, False]:
    with torch.set_grad_enabled(train):
        c = w * 3
        print(c.requires_grad)
    print(torch.is_grad_enabled())


def evaluate(x):
    torch.set_grad_enabled(False)
    y = (w * x).sum()
    torch.set_grad_enabled(True)
    return y


print(evaluate(b).requires_grad)

# Gradients of a module are set to zero, where there are some.
model = torch.nn.Linear(2, 2)
model.zero_grad(set_to_none=False)
print(model.weight.grad)
model(b).sum().backward()
kept = model.weight.grad
model.zero_grad(set_to_none=False)
print(model.weight.grad, kept, model.bias.grad)
model.zero_grad()
print(model.weight.grad)

# A value that masked_fill writes has a gradient.
x = torch.arange(4.0, requires_grad=True)
v = torch.tensor(5.0, requires_grad=True)
x.masked_fill(x.detach() > 1, v).sum().backward()
print(x.grad, v.grad)
