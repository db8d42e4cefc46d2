# Rows of a tensor that a loop writes, with gradients.
import torch

torch.manual_seed(0)
layer = torch.nn.Linear(2, 3)
inputs = torch.rand(5, 2)
outputs = torch.zeros(5, 3)
for t in range(5):
    outputs[t] = layer(inputs[t]).tanh()
print(outputs.requires_grad)
outputs.pow(2).sum().backward()
print(layer.weight.grad)


@torch.jit.script
def doubled(x: torch.Tensor) -> torch.Tensor:
    y = torch.zeros_like(x)
    for i in range(x.size(0)):
        y[i] = x[i] * 2
    return y


x = torch.ones(4, requires_grad=True)
doubled(x).sum().backward()
print(x.grad)
z = torch.zeros(3)
for i in range(6):
    if i % 2 == 0:
        z[i // 2] = x[i // 2] * i
z.sum().backward()
print(x.grad)
