# Products and convolutions of half floats: accumulated in float32, rounded at the end.
import torch
import torch.nn.functional as F


def show(name, y):
    print(name, y.dtype, list(y.shape), y.float().reshape(-1)[:12])


for kind in (torch.bfloat16, torch.float16):
    torch.manual_seed(2)
    x = torch.randn(7, 19).to(kind)
    w = (torch.randn(11, 19) * 0.3).to(kind)
    b = torch.randn(11).to(kind)
    v = torch.randn(19).to(kind)
    image = torch.randn(2, 4, 9, 9).to(kind)
    kernel = (torch.randn(6, 4, 3, 3) * 0.2).to(kind)
    bias = torch.randn(6).to(kind)
    show("linear", F.linear(x, w, b))
    show("linear 3", F.linear(x.reshape(1, 7, 19), w))
    show("matmul", x @ w.t())
    show("mv", x @ v)
    show("dot", torch.dot(v, v))
    show("bmm", torch.bmm(x.expand(3, 7, 19), w.t().expand(3, 19, 11)))
    show("addmm", torch.addmm(b, x, w.t()))
    show("addmm scaled", torch.addmm(b, x, w.t(), beta=0.5, alpha=0.25))
    show("outer", torch.outer(b, v))
    show("einsum", torch.einsum("ij,kj->ik", x, w))
    show("conv2d", F.conv2d(image, kernel, bias))
    show("conv2d strided", F.conv2d(image, kernel, None, stride=2, padding=1))
    show("conv1d", F.conv1d(image[:, :, 0], kernel[:, :, 0], bias))
    show("depthwise", F.conv2d(image, kernel[:4, :1], groups=4))
    show("transposed", F.conv_transpose2d(image, kernel[:4].reshape(4, 4, 3, 3)))
    show("max_pool", F.max_pool2d(image, 2))
    show("avg_pool", F.avg_pool2d(image, 3, stride=2))
    show("adaptive", F.adaptive_avg_pool2d(image, 4))
    show("pad", F.pad(image[0, 0], (1, 2), value=0.3))
    show("embedding", F.embedding(torch.tensor([[1, 5], [0, 2]]), w))
    q = image.reshape(2, 4, 9, 9)
    show("attention", F.scaled_dot_product_attention(q, q, q, is_causal=True)[:, :, 0])
try:
    torch.mm(torch.ones(2, 2), torch.ones(2, 2).bfloat16())
except RuntimeError as error:
    print(error)
