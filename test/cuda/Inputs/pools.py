# Maxima of windows and their derivatives: windows apart and over each other, with paddings, gaps and
# rounded up, of 1 to 3 dimensions, equal elements and several channels.
import torch
import torch.nn.functional as F


def show(name, y, x):
    weights = torch.arange(float(y.numel()), device=y.device).reshape(y.shape) % 7 + 1
    (y * weights).sum().backward()
    factors = torch.arange(float(x.numel()), device=x.device).reshape(x.shape) % 11 + 1
    print(name, y.sum().item(), (x.grad * factors).sum().item(), x.grad.abs().max().item())
    x.grad = None


torch.manual_seed(0)
x = torch.randn(2, 3, 11, 13).to('cuda:0').requires_grad_()
show("apart", F.max_pool2d(x, 2), x)
show("over", F.max_pool2d(x, 3, stride=2, padding=1), x)
show("dense", F.max_pool2d(x, 3, stride=1, padding=1), x)
show("gaps", F.max_pool2d(x, 2, stride=4), x)
show("dilated", F.max_pool2d(x, (3, 2), stride=(1, 3), padding=(1, 0), dilation=(2, 3)), x)
show("up", F.max_pool2d(x, 3, stride=3, padding=1, ceil_mode=True), x)
whole = (torch.arange(2.0 * 3 * 11 * 13) % 5).reshape(2, 3, 11, 13).to('cuda:0').requires_grad_()
show("equal", F.max_pool2d(whole, 3, stride=2), whole)
line = torch.randn(3, 4, 50).to('cuda:0').requires_grad_()
show("line", F.max_pool1d(line, 5, stride=2, padding=2), line)
block = torch.randn(2, 2, 6, 7, 8).to('cuda:0').requires_grad_()
show("block", F.max_pool3d(block, (2, 3, 2), stride=(1, 2, 2), padding=(0, 1, 1)), block)
show("adaptive", F.adaptive_max_pool2d(x, (3, 4)), x)
values, places = F.max_pool2d(x, 2, return_indices=True)
show("back", F.max_unpool2d(values, places, 2, output_size=(11, 13)), x)
wide = x.double().detach().requires_grad_()
show("wide", F.max_pool2d(wide, 3, stride=2), wide)
