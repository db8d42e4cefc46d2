# A number that goes to another device and back: two copies and two calls of devices in
# each step. Nanoseconds of a step.
import time
import torch

STEPS = 20000

x = torch.zeros(()).to("cuda:0")
start = time.perf_counter()
for _ in range(STEPS):
    x = x.to("cuda:1") + 1
    x = x.to("cuda:0") + 1
total = x.item()
seconds = time.perf_counter() - start
print("total", total)
print(seconds / STEPS * 1e9)
