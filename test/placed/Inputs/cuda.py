# What torch.cuda has: the current device, streams and events.
import torch
from torch import nn

print(torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.current_device())
a = torch.ones(2, device="cuda")
torch.cuda.set_device(1)
b = torch.ones(2).cuda()
print(a, b, torch.zeros(2, device="cuda"), torch.cuda.current_device())
with torch.cuda.device("cuda:2"):
    print(torch.ones(1).to("cuda"))
    with torch.cuda.device("cuda:0"):
        print(torch.ones(1).cuda())
print(b.to("cuda"), b.cuda(0))
torch.cuda.set_device("cuda:0")
for i in range(3):
    torch.cuda.set_device(1)
    print(torch.full((1,), i, device="cuda"))
torch.cuda.set_device(torch.device("cuda:0"))


def place(n):
    torch.cuda.set_device(n)
    return torch.zeros(1).cuda()


print(place(2), torch.ones(1).cuda())
torch.cuda.set_device(0)
s1 = torch.cuda.Stream()
s2 = torch.cuda.Stream(device=torch.device("cuda:1"))
start = torch.cuda.Event(enable_timing=True)
end = torch.cuda.Event(enable_timing=True)
start.record()
with torch.cuda.stream(s1):
    c = a * 2
with torch.cuda.stream(s2):
    d = b.to("cuda:1", non_blocking=True) + 3
s2.wait_stream(s1)
torch.cuda.current_stream().wait_stream(s2)
torch.cuda.current_stream(1).wait_event(s1.record_event())
end.record()
torch.cuda.synchronize()
end.synchronize()
print(c, d, 0 <= start.elapsed_time(end) < 60000, s1.query(), end.query())
layer = nn.Linear(2, 2)
layer.weight.data.fill_(0.5)
layer.bias.data.zero_()
layer = layer.cuda(1)
print(layer(d).detach(), next(layer.parameters()).device)
x = torch.arange(3.0).pin_memory()
y = x.to("cuda:1", non_blocking=True)
y.record_stream(s2)
print(y, x.is_pinned() in (True, False))
torch.cuda.manual_seed(1)
torch.cuda.manual_seed_all(1)
torch.cuda.empty_cache()
