# Whether a view is contiguous, and strides, where only the run knows sizes.
import torch

for n, m in [(1, 3), (2, 1), (3, 2), (0, 2)]:
    x = torch.zeros(int(torch.tensor(n).item()), int(torch.tensor(m).item()), 2)
    print(x.stride(), x.is_contiguous(), x.transpose(0, 1).is_contiguous(), x.permute(0, 2, 1).is_contiguous())
    print(x.permute(2, 0, 1).is_contiguous(), x.transpose(0, 1).contiguous().is_contiguous())
    if not x.transpose(0, 1).is_contiguous():
        print("moved")
