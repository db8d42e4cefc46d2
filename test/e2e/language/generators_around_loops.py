# next() of generators without an end that have a loop in them.
import torch

torch.manual_seed(0)


def batches(x, size):
    epoch = 0
    while True:
        order = torch.randperm(x.size(0))
        epoch += 1
        for i in range(0, x.size(0), size):
            index = order[i:i + size]
            yield x[index], epoch
        print("epoch", epoch)


x = torch.arange(6.0)
it = batches(x, 2)
for step in range(7):
    b, epoch = next(it)
    print(step, b, epoch)
print(next(it))


def cycle(rows):
    while True:
        for row in rows:
            yield row


stream = iter(cycle([torch.ones(2) * i for i in range(3)]))
w = torch.zeros(2, requires_grad=True)
opt = torch.optim.Adam([w], lr=0.1)
for epoch in range(2):
    for step in range(4):
        loss = ((w - next(stream)) ** 2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, f"{loss.item():.4f}", w.detach())
rows = cycle(x.reshape(3, 2))
for _ in range(4):
    print(next(rows))
