# Two lists that a loop of the run swaps, one of which it also changes in place.
import torch

torch.manual_seed(13)
data = torch.tensor([0.0, 2.0, 0.0, 2.0, 0.0, 0.0])
first = [torch.ones(2)]
second = [torch.ones(2) * 2, torch.ones(2) * 3]
for v in data[: int(torch.randint(3, 6, (1,)))]:
    second[-1] = second[0] + v
    first.append(torch.ones(2) * v)
    first, second = second, first
print(first, second)
