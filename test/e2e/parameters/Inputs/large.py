# Its file has 64 MB, so that writing it takes a while.
import torch

torch.manual_seed(0)
model = torch.nn.Linear(4096, 4096)
print(model.bias[0].item() < 1)
