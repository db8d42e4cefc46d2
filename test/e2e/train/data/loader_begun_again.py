# A loader that is read by next(), and begun again where it ends.
import torch
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
loader = DataLoader(TensorDataset(torch.arange(6.0)), batch_size=2, shuffle=True)
it = iter(loader)
w = torch.zeros(2)
for step in range(8):
    try:
        (x,) = next(it)
    except StopIteration:
        it = iter(loader)
        (x,) = next(it)
    w = w + x
    print(x, torch.rand(1))
print(w)
