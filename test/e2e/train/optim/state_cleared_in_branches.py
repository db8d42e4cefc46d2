# A state that is cleared on some paths is made anew.
import torch

w = torch.nn.Parameter(torch.tensor([1.0]))
opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
for i in range(5):
    opt.zero_grad()
    loss = (w * w).sum()
    loss.backward()
    opt.step()
    if loss.item() > 0.01:
        if loss.item() < 0.6:
            opt.state.clear()
print(w.item())
