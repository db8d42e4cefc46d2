# What is true of a tensor with several elements, whose number only the run knows.
import torch

x = torch.tensor([1.0, 0.0, 2.0])
n = int(x[0].item())
print(bool(x[:n]), bool(x[n:][:1]), not x[:n])
print(bool(x[n:]))
