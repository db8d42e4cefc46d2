# Adaptive pools whose many windows do not divide the image, with NaN, indices and gradients.
import torch
import torch.nn.functional as F
torch.manual_seed(0)
x = torch.randint(0, 9, (2, 3, 45, 70)).float()
x[0, 0, 3, 4] = float("nan")
def show(y):
    w = torch.arange(y.numel(), dtype=torch.float64) % 1013 + 1
    print(list(y.shape), "%.6g" % float((y.reshape(-1).double().nan_to_num() * w).sum()))
show(F.adaptive_avg_pool2d(x, (20, 33)))
show(F.adaptive_avg_pool2d(x, (5, 33)))
show(F.adaptive_avg_pool2d(x, (50, 100)))
show(F.interpolate(x, (31, 44), mode="area"))
for size in ((20, 33), (4, 41), (60, 71)):
    y, i = F.adaptive_max_pool2d(x, size, return_indices=True)
    show(y)
    show(i)
show(F.adaptive_avg_pool1d(x[0, :, 0], 47))
show(F.adaptive_avg_pool3d(x, (2, 19, 37)))
z = torch.randn(1, 2, 45, 50, requires_grad=True)
(F.adaptive_avg_pool2d(z, (20, 33)) ** 2).sum().backward()
show(z.grad)
z.grad = None
(F.adaptive_max_pool2d(z, (20, 33)) ** 2).sum().backward()
show(z.grad)
print(F.adaptive_avg_pool2d(z, (20, 33)).grad_fn is not None)
