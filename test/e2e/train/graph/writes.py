# Writes to parts of a tensor, views, weights of the outputs, retain_grad.
import torch

torch.manual_seed(0)
h = torch.zeros(3, 4)
w = torch.randn(4, requires_grad=True)
h[0] = w
h[1] = w * 2
h[2, 1:3] = w[1:3] ** 2
h *= 2
(h.sum() + h.max()).backward()
print(w.grad)
a = torch.arange(4.0, requires_grad=True)
out = (a.view(2, 2).t() * torch.tensor([1.0, 2.0])).sum(0)
out.backward(torch.tensor([1.0, 3.0]))
out2 = a.clone(); out2.retain_grad(); z = (out2 ** 2).sum(); z.backward()
print(a.grad, out2.grad)
