# expect: COMPILE ERROR 5 converted
import torch

values = [1, 2, 3]
print(values[: torch.zeros(2, 3) - 1])
