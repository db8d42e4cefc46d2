# A chain of elementwise operations in a while loop; what its backward pass keeps.
import torch
torch.manual_seed(0)
w = torch.randn(100000, requires_grad=True)
x = torch.randn(100000)
n = int(torch.tensor(200))
for step in range(3):
    w.grad = None
    h = x
    i = 0
    while i < n:
        h = torch.tanh(h * w) + torch.relu(h - 0.5 * w) * torch.sigmoid(w)
        i += 1
    loss = h.square().mean()
    loss.backward()
    print("%.6f" % loss.item(), w.grad[:3])
