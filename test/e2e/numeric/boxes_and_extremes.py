# histogramdd, extremes of what is empty, ndtr, and writing through strides.
import torch

torch.manual_seed(0)
points = torch.randn(20, 2)
hist, edges = torch.histogramdd(points, [3, 2])
print(hist, edges)
print(torch.histogramdd(points, 2, range=[-1.0, 1.0, 0.0, 2.0], weight=torch.rand(20), density=True))
print(torch.histogramdd(points, [torch.tensor([-1.0, 0.0, 0.5]), torch.tensor([0.0, 1.0])]).hist)
print(torch.amax(torch.zeros(3, 0, 2), 0).shape, torch.aminmax(torch.zeros(0, 2), dim=1))
try:
    torch.amin(torch.zeros(3, 0), 1)
except IndexError as error:
    print(error)
print(torch.special.ndtr(torch.tensor([-8.0, -5.0, 0.0, 2.0])), torch.special.ndtr(torch.tensor(1)))
base = torch.arange(6.0, requires_grad=True)
part = torch.tensor([[10.0, 20.0]], requires_grad=True)
y = torch.as_strided_scatter(base, part, (1, 2), (1, 3), 1)
(y * y).sum().backward()
print(y.detach(), base.grad, part.grad)
