# A momentum that one iteration takes back to None starts anew with the next gradient.
import torch
w = torch.nn.Parameter(torch.tensor([1.0]))
opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
for i in range(6):
    opt.zero_grad()
    loss = (w * w).sum()
    loss.backward()
    opt.step()
    if i == 3:
        opt.state[w]["momentum_buffer"] = None
    print(i, loss.item(), w.item())
