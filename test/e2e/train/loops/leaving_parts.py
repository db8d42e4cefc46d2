# Parameters that are updated together in a loop that may not run, and used behind it.
# tolerance: 1e-6
import torch

torch.manual_seed(0)
data = torch.rand(4, 2)
batches = [data[i:i + 2] for i in range(0, 4, 2)]
model = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(4):
    for batch in batches:
        loss = model(batch).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    for batch in batches:
        print(model(batch).mean().item())
