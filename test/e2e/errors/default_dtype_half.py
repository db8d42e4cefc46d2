# expect: COMPILE ERROR 4 default
import torch

torch.set_default_dtype(torch.float16)
print(torch.zeros(2))
