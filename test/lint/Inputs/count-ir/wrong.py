# An error that tinec diagnoses.
import torch

print(torch.reluu(torch.rand(3)))
