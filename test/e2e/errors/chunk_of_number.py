# A tensor without dimensions has no parts.
import torch

print("before")
print(torch.tensor(1.0).chunk(1))
