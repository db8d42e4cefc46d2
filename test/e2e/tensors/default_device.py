# The default device of factories. What is where is what PyTorch says with another device ("meta")
# as the default one.
import numpy as np
import torch
from torch import nn


def where(name, tensor):
    print(name, tensor.device)


@torch.jit.script
def scripted(n: int):
    return torch.zeros(n)


host = torch.ones(2)
torch.set_default_device("cuda:1")
print(torch.get_default_device())
where("ones", torch.ones(2))
where("tensor", torch.tensor([1.0, 2.0]))
where("tensor of a tensor", torch.tensor(host.tolist()))
where("as_tensor of a tensor", torch.as_tensor(host))
where("as_tensor of an array", torch.as_tensor(np.zeros(2)))
where("from_numpy", torch.from_numpy(np.zeros(2)))
where("Tensor", torch.Tensor(2))
where("FloatTensor", torch.FloatTensor([1.0, 2.0]))
where("zeros_like", torch.zeros_like(host))
where("new_zeros", host.new_zeros(3))
where("one_hot", nn.functional.one_hot(host.long(), 2))
where("vander", torch.vander(host))
where("block_diag", torch.block_diag(host, host))
where("tril_indices", torch.tril_indices(2, 2))
where("hann_window", torch.hann_window(3))
where("logspace", torch.logspace(0, 1, 3))
where("scalar_tensor", torch.scalar_tensor(1))
where("device=", torch.arange(3, device="cpu"))
where("randperm", torch.randperm(3))
where("scripted", scripted(2))
where("Linear", nn.Linear(2, 2).weight)
where("state", torch.get_rng_state())
with torch.device("cpu"):
    where("with cpu", torch.ones(1))
    print(torch.get_default_device())
    with torch.device("cuda", 2):
        where("with cuda:2", torch.ones(1))
    where("with cpu", torch.ones(1))
where("behind", torch.ones(1))


def made():
    with torch.device("cuda") as device:
        print(device)
        return torch.full((2,), 3.0)


where("returned", made())
torch.set_default_device(None)
where("None", torch.ones(1))
torch.set_default_device("cuda")
print(torch.get_default_device())
with torch.cuda.device(1):
    where("current", torch.ones(1))
    print(torch.get_default_device())
torch.set_default_device(torch.device("cpu"))

torch.manual_seed(0)
cpu = torch.randn(3)
with torch.device("cuda"):
    torch.manual_seed(0)
    print(torch.equal(torch.randn(3).cpu(), cpu))
    model = nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.GELU(), nn.Dropout(0.1), nn.Linear(4, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    x, y = torch.ones(5, 3) * torch.arange(5).unsqueeze(1), torch.tensor([0, 1, 0, 1, 0])
    for _ in range(3):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    where("loss", loss)
    print(bool(loss > 0))
