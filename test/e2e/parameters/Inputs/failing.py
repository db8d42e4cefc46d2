import torch

torch.manual_seed(0)
model = torch.nn.Linear(3, 2)
y = model(torch.ones(3))
print(y)
if float(y.sum()) < 100:
    raise ValueError("not enough")
