# A state of the optimizer is loaded on one path only.
import copy
import torch
torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
opt = torch.optim.Adam(model.parameters(), lr=0.3)
x = torch.randn(16, 3)
y = x.sum(1, keepdim=True)
def one():
    opt.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    opt.step()
    return loss.item()
one()
saved = copy.deepcopy(opt.state_dict())
prev = 1e9
for epoch in range(10):
    l = one()
    if l > prev:
        opt.load_state_dict(copy.deepcopy(saved))
        print("reset", epoch)
    prev = l
    print(f"{l:.5f}")
