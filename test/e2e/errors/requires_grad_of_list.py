# expect: COMPILE ERROR 13 path
# Which of the elements that data has put into the list is read, the run knows.
import torch

w = torch.ones(2, requires_grad=True)
kept = []
for x in torch.tensor([1.0, 2.0]):
    if x > 5:
        kept.append((w * x).sum())
    else:
        kept.append(x.detach())
total = torch.stack(kept).sum()
print(total.requires_grad)
