# A small MLP trained under autocast: weights in float32, products in bfloat16.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(7)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
x = torch.randn(64, 8)
y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
for step in range(30):
    optimizer.zero_grad()
    with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
        out = model(x)
        loss = F.cross_entropy(out, y)
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(step, out.dtype, loss.dtype, round(loss.item(), 1), model[0].weight.grad.dtype)
print((out.argmax(1) == y).float().mean() > 0.9, model[0].weight.dtype)
