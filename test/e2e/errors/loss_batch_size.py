import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(3, 5)
x = torch.randn(8, 3)
labels = torch.randint(0, 5, (8,))
criterion = nn.CrossEntropyLoss()
for i in range(0, 8, 3):
    print(criterion(model(x[i:i + 3]), labels[i:i + 2]).item())
