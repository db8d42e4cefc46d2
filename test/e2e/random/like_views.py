# Random numbers for tensors like views: in the order of memory, without its gaps.
import torch


def t(n):
    torch.manual_seed(0)
    x = torch.zeros(12, 4)
    return x
for name, f in (("chunk", lambda x: x.chunk(2, 1)[0]), ("rows", lambda x: x[:6]), ("cols", lambda x: x[:, :2]), ("tr", lambda x: x.t()), ("cont", lambda x: x[:, :2].contiguous())):
    x = t(0)
    m = f(x)
    n = torch.randn_like(m)
    print(name, n.stride(), n.flatten()[:3].tolist(), torch.rand(1).item())
    x = t(0)
    n = torch.rand_like(f(x))
    print(name, n.stride(), n.flatten()[:3].tolist(), torch.rand(1).item())
    x = t(0)
    n = f(x).normal_()
    print(name, n.stride(), n.flatten()[:3].tolist(), torch.rand(1).item())
    x = t(0)
    n = torch.nn.functional.dropout(f(x) + 1, 0.5)
    print(name, n.stride(), n.flatten()[:3].tolist(), torch.rand(1).item())
    x = t(0)
    n = torch.bernoulli(f(x) + 0.5)
    print(name, n.stride(), n.flatten()[:3].tolist(), torch.rand(1).item())
    torch.manual_seed(0)
    n = torch.empty_like(f(x)).normal_()
    print(name, n.flatten()[:3].tolist(), torch.rand(1).item())
