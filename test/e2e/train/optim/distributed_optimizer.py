# The names of torch.distributed.optim in one process.
# tolerance: 1e-6
import torch
import torch.distributed.autograd as dist_autograd
import torch.distributed.rpc as rpc
from torch import nn
from torch.distributed.optim import DistributedOptimizer
from torch.distributed.optim.utils import functional_optim_map, register_functional_optim
from torch.distributed.rpc import RRef
from typing import List, Optional


class Slow(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.add_(p.grad, alpha=-group["lr"])


@torch.jit.script
class FunctionalSlow(object):
    def __init__(self, params: List[torch.Tensor], lr: float, _allow_empty_param_list: bool = False):
        self.lr = lr
        self.params = params

    def step(self, gradients: List[Optional[torch.Tensor]]):
        with torch.no_grad():
            for p, g in zip(self.params, gradients):
                if g is not None:
                    p.add_(g, alpha=-2.0 * self.lr)


rpc.init_rpc("worker0", rank=0, world_size=1,
             rpc_backend_options=rpc.TensorPipeRpcBackendOptions(init_method="tcp://localhost:29513"))
print(len(functional_optim_map), Slow in functional_optim_map)


def train(name, optimizer_class, **options):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    x = torch.randn(6, 3)
    opt = DistributedOptimizer(optimizer_class, [RRef(p) for p in net.parameters()], **options)
    for i in range(4):
        with dist_autograd.context() as context_id:
            loss = net(x).square().sum()
            dist_autograd.backward(context_id, [loss])
            opt.step(context_id)
        print(name, i, loss.item(), net[0].weight.grad is None)


train("SGD", torch.optim.SGD, lr=0.05, momentum=0.9)
train("Adam", torch.optim.Adam, lr=0.05)
train("NAdam", torch.optim.NAdam, lr=0.05)
train("Slow", Slow, lr=0.05)
register_functional_optim(Slow, FunctionalSlow)
train("FunctionalSlow", Slow, lr=0.05)

# As programs for PyTorch 1.8 register theirs.
registry = getattr(DistributedOptimizer, "functional_optim_map", functional_optim_map)
registry[torch.optim.NAdam] = FunctionalSlow
train("replaced NAdam", torch.optim.NAdam, lr=0.02)

params = [torch.ones(3), torch.ones(2)]
functional = functional_optim_map[torch.optim.AdamW](params, lr=0.1, weight_decay=0.1)
for i in range(3):
    functional.step([params[0] * (i + 1), None])
print(params)
rpc.shutdown()
