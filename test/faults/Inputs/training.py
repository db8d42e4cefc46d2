import torch

torch.manual_seed(0)
model = torch.nn.Linear(40, 30)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.ones(2, 40)).sum().backward()
optimizer.step()
