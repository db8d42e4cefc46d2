import torch

model = torch.nn.Linear(40, 30)
with torch.no_grad():
    for p in model.parameters():
        p.fill_(0.5)
torch.save({"model": model.state_dict(), "epoch": 3}, "target")
