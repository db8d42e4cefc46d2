# expect: COMPILE ERROR 14 task
# The derivative of a task does not know the list that the task changes.
import torch

def job(x, b, ws):
    if x.sum() > 2:
        ws.append(b)


x = torch.tensor([1.0, 2.0])
a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
ws = [a]
f = torch.jit.fork(job, x, b, ws)
torch.jit.wait(f)
sum((v * x).sum() for v in ws).backward()
print(a.grad, b.grad)
