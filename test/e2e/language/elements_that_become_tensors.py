# Numbers in a list that a comprehension makes become tensors.
import torch

torch.manual_seed(0)
w = torch.ones(3, requires_grad=True)
x = torch.randn(4, 3)
losses = [0 for _ in range(3)]
for i in range(4):
    y = (x[i] * w).sum()
    losses[0] += y
    for k in range(1, 3):
        losses[k] += y * k
loss = losses[-1] / 4
loss.backward()
print(w.grad, [one.item() for one in losses])
states = [None for _ in range(2)]
for step in range(3):
    for k in range(2):
        states[k] = w.detach() * step if states[k] is None else states[k] + k
print(states)
mixed = [i for i in range(3)]
mixed[1] = "one"
print(mixed)
