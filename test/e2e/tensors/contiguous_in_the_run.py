# Whether a view is contiguous or can be one, and strides, where only the run knows sizes.
import torch

for n, m in [(1, 3), (2, 1), (3, 2), (0, 2)]:
    x = torch.zeros(int(torch.tensor(n).item()), int(torch.tensor(m).item()), 2)
    print(x.stride(), x.is_contiguous(), x.transpose(0, 1).is_contiguous(), x.permute(0, 2, 1).is_contiguous())
    print(x.permute(2, 0, 1).is_contiguous(), x.transpose(0, 1).contiguous().is_contiguous())
    if not x.transpose(0, 1).is_contiguous():
        print("moved")

one = int(torch.rand(1).item() < 2.0)
x = torch.arange(24).view(2 * one, 3 * one, 4 * one)
print(x.permute(1, 0, 2).view(3 * one, 2 * one, 2, 2 * one).shape, x.permute(2, 0, 1).view(4 * one, 6 * one))
print(x.transpose(1, 2).view(2 * one, 2, 2 * one, 3 * one).shape, x.permute(1, 0, 2)[one:].view(2 * one, 2, 4 * one).shape)
row = torch.arange(6).view(6 * one, one)
print(row.t().view(6), row.t().view(3 * one, 2), row.t().view(one, 2 * one, 3))
print(torch.zeros(2 * one, 0 * one, 3).permute(2, 0, 1).view(5, 0 * one).shape)
y = torch.arange(12).view(3 * one, 1, 4 * one)
print(y.transpose(0, 1).view(12), y.permute(0, 2, 1).view_as(torch.zeros(2 * one, 6)))
z = torch.zeros(2 * one, 3 * one)
z.t().view(3 * one, 1, 2 * one)[2, 0, 1] = 5.0
print(z)
print(x.permute(0, 2, 1).view(2 * one, 12 * one))
