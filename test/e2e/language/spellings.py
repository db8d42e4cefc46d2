# Spellings of other libraries, indices that are ranges, and transposed lists.
import sys, time
import torch
torch.manual_seed(0)
print(torch.randint(10, size=(3,)), torch.randint(10, (2,)), torch.randint(3, 9, size=(2, 2)), torch.randint(high=5, size=(1,)))
x = torch.arange(12.0).view(4, 3)
print(x.sum(1, keepdims=True), x.mean(dim=1, keepdims=True), torch.sum(x, 0, keepdims=True), x.max(1, keepdims=True))
y = torch.tensor([0, 2, 1, 1])
print(x[range(4), y], x[range(x.shape[0]), y].mean(), x[list(range(4)), y])
logp = torch.log_softmax(x, 1)
print(-logp[range(y.shape[0]), y].mean())
pairs = [(1, "a"), (2, "b")]
nums, letters = zip(*pairs)
print(nums, letters)
states = []
for i in range(3):
    states.append((torch.ones(2) * i, torch.zeros(1) + i))
h, c = zip(*states)
print(torch.stack(h), torch.stack(list(c)))
def run(xs):
    outs = []
    for t in range(xs.size(0)):
        outs.append((xs[t], xs[t] * 2))
    a, b = zip(*outs)
    return torch.stack(a), torch.stack(b)
print(run(x))
sys.stdout.write("hello\n")
sys.stdout.flush()
print("x", file=sys.stdout, flush=True)
class C:
    def __init__(self): self.a = 1; self.b = "x"
c = C()
c.__dict__.update({"z": 5}); print(c.z)
dims = [d for d in (0, 2, 3)]
z = torch.randn(2, 3, 4, 5)
print(z.mean(dim=dims).shape)
