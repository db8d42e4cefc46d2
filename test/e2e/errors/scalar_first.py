# expect: COMPILE ERROR 5 alpha
import torch

x = torch.ones(3)
x.add_(2.0, torch.ones(3))
