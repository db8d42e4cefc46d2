import sys

import torch
from torch.profiler import ProfilerActivity, profile, record_function


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.one = torch.nn.Linear(256, 512)
        self.two = torch.nn.Linear(512, 64)

    def forward(self, x):
        with record_function("first"):
            y = torch.relu(self.one(x))
        return self.two(y)


def work(x):
    with record_function("task"):
        return torch.exp(x @ x)


torch.manual_seed(0)
net = Net()
x = torch.rand(512, 256)
square = torch.rand(256, 256)

with torch.autograd.profiler.profile() as prof:
    for _ in range(3):
        net(x)
prof.export_chrome_trace("parallel.json")
print(prof.key_averages().table(sort_by="cpu_time_total", row_limit=1))
counts = {}
for row in prof.key_averages():
    if row.key == "first":
        print(row.key, row.count, row.cpu_time_total >= row.self_cpu_time_total, row.cpu_time > 0)
print(prof.self_cpu_time_total > 0, len(prof.key_averages()) > 0)

with profile(activities=[ProfilerActivity.CPU], record_shapes=True, with_flops=True) as second:
    with record_function("inference"):
        futures = [torch.jit.fork(work, square) for _ in range(2)]
        y = sum([torch.jit.wait(f).sum() for f in futures])
print(second.key_averages(group_by_input_shape=True).table(sort_by="self_cpu_time_total", row_limit=10, header="shapes"))
second.export_chrome_trace("second.json")


def ready(p):
    print("ready", p.step_num)


with profile(schedule=torch.profiler.schedule(wait=1, warmup=1, active=2, repeat=1), on_trace_ready=ready) as third:
    for step in range(6):
        net(x)
        third.step()
for row in third.key_averages():
    if row.key in ("ProfilerStep*", "first"):
        print(row.key, row.count)
print(prof)
try:
    prof.export_chrome_trace("none/parallel.json")
except FileNotFoundError as error:
    print(error)
try:
    prof.table(sort_by="luck")
except AttributeError as error:
    print(error)
