# The best parameters so far, of different ranks, as a list that a branch sets.
import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.ones(3, 2, requires_grad=True)
params = [a, b]
best, best_params = 100.0, [p.detach().clone() for p in params]
kept = None
for step in range(4):
    loss = ((a - 1) ** 2).sum() * (1 + step) + (b * b).mean()
    for p, g in zip(params, torch.autograd.grad(loss, params)):
        p.data -= 0.3 * g
    if loss.item() < best:
        best = loss.item()
        best_params = [p.detach().clone() for p in params]
        kept = [p.detach() * 2 for p in params]
    print(f"{best:.5f}")
print(best_params[0], best_params[1])
for p, k in zip(params, best_params):
    print((p.detach() - k).abs().max() < 1, k.shape)
for k in kept:
    print(k)
with torch.no_grad():
    for p, k in zip(params, best_params):
        p.copy_(k)
print(a, b)
