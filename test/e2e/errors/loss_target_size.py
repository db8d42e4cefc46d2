import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
x = torch.randn(4, 3)
print(nn.functional.mse_loss(model(x), torch.zeros(4, 1)).item() > 0)
# The target lacks the last dimension, and would be broadcast.
loss = nn.BCEWithLogitsLoss()(model(x), torch.ones(4))
print(loss)
