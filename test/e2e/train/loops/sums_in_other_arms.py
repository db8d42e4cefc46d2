# A tensor that requires no gradient until something that does is added to it,
# in the second arm of a branch or behind a `continue`.
import torch
import torch.nn as nn

w = torch.ones(3, requires_grad=True)
out = torch.zeros(3)
if w[0].item() > 5:
    print("big")
else:
    out.add_(w)
if w[1].item() > 5:
    print("big")
else:
    out.add_(w)
print(out.detach())
out.sum().backward()
print(w.grad)

# Experts of a mixture: those without tokens are left out.
torch.manual_seed(0)
experts = nn.ModuleList([nn.Linear(2, 2) for _ in range(4)])
gate = nn.Linear(2, 4)
x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 0.5]])
for step in range(2):
    scores = torch.softmax(gate(x), 1)
    top, chosen = scores.max(1)
    out = torch.zeros_like(x)
    for i, expert in enumerate(experts):
        tokens = torch.nonzero(chosen == i).reshape(-1)
        if tokens.numel() == 0:
            continue
        out.index_add_(0, tokens, expert(x[tokens]) * top[tokens].unsqueeze(1))
    loss = out.pow(2).mean()
    for p in list(experts.parameters()) + list(gate.parameters()):
        p.grad = None
    loss.backward()
    print(loss.item(), gate.weight.grad, [e.weight.grad is None for e in experts])
    with torch.no_grad():
        for p in gate.parameters():
            p.sub_(p.grad)

total = torch.zeros(3)
for i in range(int(out.shape[0])):
    if x[i, 0].item() < 0:
        break
    total += w
total.sum().backward()
print(w.grad)
