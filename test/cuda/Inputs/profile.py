import torch
from torch.profiler import profile


@torch.jit.script
def f(x):
    return torch.tanh(x)


x = torch.ones(1000).to('cuda:0')
f(x)
torch.cuda.synchronize()
with profile() as prof:
    f(x)
    torch.cuda.synchronize()
prof.export_chrome_trace('profile.json')
