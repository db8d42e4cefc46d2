# Matrices without inverse fail in the run.
import torch

print(torch.linalg.inv(torch.eye(2) * 2))
print(torch.linalg.inv(torch.zeros(2, 2)))
