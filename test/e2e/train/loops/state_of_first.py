# The first iteration's state is carried by the loop and used in it, too.
# tolerance: 1e-5
import torch
torch.manual_seed(95)
w = torch.randn(2, requires_grad=True)
h = torch.zeros(2)
loss = torch.zeros(())

for i in range(7):
    x = torch.rand(2)
    h = h * 0.5 + w * x
    loss = loss + (h ** 2).mean()
    if i == 5:
        loss.backward()
        print(w.grad)
        with torch.no_grad():
            w -= 0.05 * w.grad
        h = h.detach()
        loss = torch.zeros(())

print(w, h.detach(), loss.detach())
