import time

import torch

model = torch.nn.Linear(8, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
inputs = torch.randn(5, 8)
start = time.perf_counter()
for _ in range(10):
    optimizer.zero_grad()
    loss = model(inputs).pow(2).sum()
    loss.backward()
    optimizer.step()
end = time.perf_counter()
print(end - start)
