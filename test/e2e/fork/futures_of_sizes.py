# Lists of futures whose tensors have other sizes in each iteration.
import torch


def train(seed: int, n: int):
    return torch.full((n,), float(seed))


for width in [4, 8]:
    futs = [torch.jit.fork(train, seed, width) for seed in range(2)]
    for f in futs:
        print(torch.jit.wait(f))
